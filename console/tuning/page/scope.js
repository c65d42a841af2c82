'use strict';
(() => {
const D = JSON.parse(document.getElementById('data').textContent);
const $ = id => document.getElementById(id);
const LOST = 3000, COLUMNS = 120, TOPS = [1000, 2000, 5000, 10000], G = 9.81;

// ---- words and small parts
function w(key, fields) {
  let text = D.words[key];
  for (const name in fields || {}) text = text.replace('{' + name + '}', fields[name]);
  return text;
}
function el(tag, cls, ...inner) {
  const e = document.createElement(tag);
  if (cls) e.className = cls;
  e.append(...inner);
  return e;
}
function button(text, cls, press) {
  const b = el('button', cls, text);
  b.onclick = press;
  return b;
}
function put(e, text) { if (e.textContent !== text) e.textContent = text; }
const fixed = (n, digits) => n.toFixed(digits).replace('.', w('point')).replace('-', '−');
const newton = cn => w('newton', { forces: fixed(cn / 100, cn < 1000 ? 2 : 1) });
const gram = cn => w('gram', { mass: fixed(10 * cn / G, 0) });

put($('title'), w('title'));
document.title = w('title');

// ---- what is told
let last = Date.now(), told = null, may = null, noticed = 0, says = '', source = null;
function listen() {
  if (source) source.close();
  source = new EventSource('/live');
  source.addEventListener('frame', e => {
    const said = JSON.parse(e.data);
    last = Date.now();
    told = said.view;
    if (told.notice[0] !== noticed) { noticed = told.notice[0]; says = told.notice[1]; }
    if (said.may !== may) { may = said.may; tuning(); }
    requestAnimationFrame(draw);
  });
}
setInterval(() => {
  if (Date.now() - last > LOST) put($('say'), w('lost'));
  if (source && source.readyState === 2) listen();
}, 1000);

// ---- the petals
const cards = new Map();
function card(seat) {
  const c = { box: el('article'), name: el('span', '', w('seat_' + seat)), fault: el('span', 'fault'),
    canvas: el('canvas'), rows: [], touch: el('p', 'quiet') };
  c.name.style.color = D.colours[seat];
  const table = el('table');
  for (const part of ['top', 'under']) {
    const ink = el('i', part), row = el('tr', '', el('td', '', ink, w(part)), el('td'), el('td'));
    ink.style.borderColor = D.colours[seat];
    c.rows.push(row);
    table.append(row);
  }
  c.box.append(el('h3', '', c.name, c.fault), c.canvas, table, c.touch);
  $('seats').append(c.box);
  cards.set(seat, c);
  return c;
}
function draw() {
  const v = told;
  if (!v) return;
  put($('legend'), w('threshold', { force: fixed(v.threshold / 100, 2) }) + ', ' +
    w('last', { seconds: COLUMNS / 20 }));
  put($('say'), v.alarm || (v.weighing ? v.weighing[0] : says));
  const most = TOPS.find(top => v.top <= top) || TOPS[TOPS.length - 1];
  for (const s of v.seats) {
    const c = cards.get(s.seat) || card(s.seat);
    put(c.fault, s.fault);
    put(c.touch, s.touch || '–');
    s.forces.forEach((cn, i) => {
      const row = c.rows[i], state = s.states[i];
      row.className = ['silent', 'limit', 'zero', 'carries'].includes(state) ? 'bad' : '';
      put(row.children[1], cn === null ? '–' : newton(Math.max(0, cn)));
      put(row.children[2], w('is_' + state) + (cn > 20 ? ', ' + gram(cn) : ''));
    });
    curves(c.canvas, s, v.threshold, most);
  }
  live();
}
function curves(canvas, s, threshold, most) {
  const scale = window.devicePixelRatio || 1, wide = canvas.clientWidth, high = canvas.clientHeight;
  if (canvas.width !== Math.round(wide * scale)) {
    canvas.width = Math.round(wide * scale);
    canvas.height = Math.round(high * scale);
  }
  const g = canvas.getContext('2d'), y = cn => high - 2 - (high - 6) * Math.sqrt(Math.min(1, cn / most));
  g.setTransform(scale, 0, 0, scale, 0, 0);
  g.clearRect(0, 0, wide, high);
  g.strokeStyle = '#7f91a6';
  g.lineWidth = 1;
  g.setLineDash([2, 5]);
  line(g, [[0, y(threshold)], [wide, y(threshold)]]);
  g.strokeStyle = '#2b3747';
  g.setLineDash([]);
  line(g, [[0, high - 2], [wide, high - 2]]);
  g.fillStyle = '#9db0c4';
  g.font = '12px system-ui, sans-serif';
  g.fillText(newton(most).replace(/[.,]\d+/, ''), 2, 12);
  g.strokeStyle = D.colours[s.seat];
  g.lineWidth = 2;
  s.curves.forEach((curve, i) => {
    g.setLineDash(i ? [6, 4] : []);
    let part = [];
    curve.forEach((cn, n) => {
      if (cn !== null) part.push([n * wide / (COLUMNS - 1), y(cn)]);
      else { line(g, part); part = []; }
    });
    line(g, part);
  });
}
function line(g, points) {
  g.beginPath();
  points.forEach(([x, y], n) => n ? g.lineTo(x, y) : g.moveTo(x, y));
  g.stroke();
}

// ---- what may be changed
let settings = [], weigh = null;
function post(path, body) { return fetch(path, { method: 'POST', body: body }); }
function ask(question, yes, done) {
  put($('question'), question);
  put($('yes'), yes);
  put($('no'), w('no'));
  $('yes').onclick = () => { $('ask').close(); done(); };
  $('no').onclick = () => $('ask').close();
  $('ask').showModal();
}
function wish(what) {
  post('/wish', JSON.stringify(what)).then(answer => { if (answer.status === 401) listen(); });
}
function tuning() {
  const t = $('tuning');
  t.replaceChildren(el('h2', '', w('tuning')));
  settings = [];
  weigh = null;
  if (may) {
    t.append(...D.settings.map(setting), el('h2', '', w('weights')), scales());
  } else t.append(...lock());
}
function lock() {
  const input = el('input'), says = el('p', 'fault');
  input.type = 'text';
  input.inputMode = 'numeric';
  input.autocomplete = 'off';
  input.maxLength = 6;
  input.setAttribute('aria-label', w('pin'));
  const form = el('form', 'row', input, el('button', 'main', w('enter')));
  form.onsubmit = e => {
    e.preventDefault();
    const typed = input.value;
    input.value = '';
    post('/pin', typed).then(answer => {
      put(says, answer.ok ? '' : w(answer.status === 429 ? 'often' : 'wrong'));
      if (answer.ok) listen();
    });
  };
  return [el('p', 'quiet', w('locked')), form, says];
}
function setting(s) {
  const choice = el('select');
  s.values.forEach((value, n) => {
    const option = el('option', '', s.shown[n]);
    option.value = value;
    choice.append(option);
  });
  choice.setAttribute('aria-label', s.label);
  const shown = value => s.shown[s.values.indexOf(value)] || String(value);
  const change = button(w('change'), '', () => {
    const was = told.set[s.key], value = Number(choice.value);
    ask(w('confirm', { label: s.label, new: shown(value), old: shown(was) }), w('yes'),
      () => wish({ do: 'set', key: s.key, value: value, was: was }));
  });
  settings.push({ key: s.key, choice, change, had: null });
  return el('div', 'setting', el('b', '', s.label), el('p', 'quiet', s.help),
    el('div', 'row', choice, change));
}
function scales() {
  const heavy = el('input'), label = el('label', 'quiet', w('heavy'));
  heavy.type = 'number';
  heavy.min = D.heavy[0] / 1000;
  heavy.max = D.heavy[1] / 1000;
  heavy.step = '0.1';
  heavy.value = '10';
  heavy.id = 'heavy';
  label.htmlFor = 'heavy';
  const begin = button(w('weigh'), '', () => {
    if (heavy.checkValidity()) {
      ask(w('begin'), w('begin_yes'),
        () => wish({ do: 'weigh', value: Math.round(1000 * Number(heavy.value)) }));
    } else heavy.reportValidity();
  });
  const done = el('progress'), stop = button(w('stop'), '', () => wish({ do: 'stop' }));
  done.max = 100;
  weigh = { when: el('p', 'quiet'), idle: el('div', '', label, el('div', 'row', heavy, begin)),
    busy: el('div', '', done, el('div', 'row', stop)), done };
  return el('div', '', weigh.when, weigh.idle, weigh.busy);
}
// what changes by itself: no value that somebody is choosing is taken from under the finger
function live() {
  for (const s of settings) {
    const now = told.set[s.key];
    if (s.had !== now) { s.choice.value = now; s.had = now; }
    s.change.disabled = told.weighing !== null || Number(s.choice.value) === now;
  }
  if (!weigh) return;
  put(weigh.when, told.weighed ? w('weighed', { date: told.weighed }) : w('never'));
  weigh.idle.hidden = told.weighing !== null;
  weigh.busy.hidden = told.weighing === null;
  if (told.weighing) weigh.done.value = told.weighing[1];
}
listen();
})();
