// Keeps the page fresh; without it links and forms do the same by hand.
'use strict';
const live = document.body.dataset.live;
const here = document.body.dataset.here;
const stale = document.querySelector('.stale');
const lost = document.querySelector('.lost');
let waiting = false;
let again = false;

const turn = () => document.querySelector('main').dataset.turn;

// somebody is typing: nothing is taken from under their hands
function typing() {
  const fields = document.querySelectorAll('main input:not([type=hidden]), main textarea, main select');
  return [...fields].some((field) => {
    if (field.type === 'checkbox') return field.checked !== field.defaultChecked;
    if (field.type === 'file') return field.files.length > 0;
    if (field.options) return field === document.activeElement || [...field.options].some((o) => o.defaultSelected !== o.selected && [...field.options].some((p) => p.defaultSelected));
    return field.value !== field.defaultValue || field === document.activeElement;
  });
}

// which thing has the focus, in words that hold on the new page too
function named(element) {
  const form = element.form;
  const fields = form ? [...form.querySelectorAll('input[type=hidden]:not([name=saw])')].map((f) => f.name + f.value) : [];
  return [element.tagName, element.textContent, element.href, form && form.action, ...fields].join('|');
}

function swap(fresh) {
  const main = document.querySelector('main');
  const focus = main.contains(document.activeElement) ? named(document.activeElement) : null;
  const open = [...main.querySelectorAll('details')].map((details) => details.open);
  main.replaceWith(fresh);
  [...fresh.querySelectorAll('details')].forEach((details, i) => { if (open[i]) details.open = true; });
  if (focus) {
    const same = [...fresh.querySelectorAll('a, button, summary')].find((element) => named(element) === focus);
    (same || fresh).focus({ preventScroll: true });
  }
  parts();
}

async function refresh() {
  if (waiting) { again = true; return; }
  waiting = true;
  const ends = new AbortController(); // a network that swallows all answers nothing, not even no
  const late = setTimeout(() => ends.abort(), 8000);
  try {
    const answer = await fetch(here, { credentials: 'same-origin', signal: ends.signal });
    if (answer.redirected) { location.href = answer.url; return; }
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    if (!lost.hidden) listen(); // the old stream may be dead without knowing
    lost.hidden = true;
    if (typing()) stale.hidden = false;
    // a page that is nowhere any more says so
    else if (answer.ok || answer.status === 404) {
      swap(document.adoptNode(page.querySelector('main')));
      document.title = page.title;
      const [was, is] = [document, page].map((shown) => shown.querySelector('header .event'));
      if (was && is) was.replaceWith(document.adoptNode(is));
    }
  } catch {
    lost.hidden = false;
    again = true;
  }
  clearTimeout(late);
  setTimeout(() => { waiting = false; if (again) { again = false; refresh(); } }, lost.hidden ? 300 : 3000);
}

// a double click is one
addEventListener('submit', (event) => {
  const form = event.target;
  if (event.timeStamp - form.sent < 1000) event.preventDefault();
  form.sent = event.timeStamp;
});

// what fits on a TV together: a screen, and the next ones in their turn
function screens(half) {
  const found = [[]];
  const all = [...half.querySelectorAll('.part')];
  all.forEach((part) => { part.hidden = true; });
  for (const part of all) {
    part.hidden = false;
    if (found.at(-1).length && half.getBoundingClientRect().bottom > innerHeight) {
      found.at(-1).forEach((other) => { other.hidden = true; });
      found.push([]);
    }
    found.at(-1).push(part);
  }
  return found;
}

function parts() {
  if (!document.body.classList.contains('tv')) return;
  const step = Math.floor(Date.now() / 8000);
  for (const half of document.querySelectorAll('.halves > div')) {
    const all = screens(half);
    all.forEach((parts, i) => parts.forEach((part) => { part.hidden = i !== step % all.length; }));
  }
}

// of several games only the rules of the one chosen
const game = document.querySelector('select#game');
function rules() {
  document.querySelectorAll('.rules').forEach((part) => { part.hidden = part.dataset.game !== game.value; });
}
if (game) {
  game.addEventListener('change', rules);
  rules();
}

let stream;
function listen() {
  if (stream) stream.close();
  stream = new EventSource(live);
  // a hall full of phones asks one after the other
  const spread = document.body.classList.contains('own') ? 3000 : 0;
  stream.addEventListener('turn', (event) => {
    if (event.data !== turn()) setTimeout(refresh, Math.random() * spread);
  });
  stream.addEventListener('open', () => { if (!lost.hidden) refresh(); });
  stream.addEventListener('error', () => {
    lost.hidden = false;
    if (stream.readyState === EventSource.CLOSED) setTimeout(() => location.assign(here), 5000);
  });
  stream.addEventListener('turn', () => { lost.hidden = true; });
}

if (live) {
  stale.querySelector('a').href = here;
  listen();
  setInterval(refresh, 30000);
  addEventListener('offline', () => { lost.hidden = false; });
  // a phone that is back in the network, or in a hand, waits for nothing
  addEventListener('online', refresh);
  addEventListener('pageshow', (event) => { if (event.persisted) { listen(); refresh(); } });
  document.addEventListener('visibilitychange', () => { if (!document.hidden) { listen(); refresh(); } });
}
if (document.body.classList.contains('tv')) {
  parts();
  setInterval(parts, 1000);
}
