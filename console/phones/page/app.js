'use strict';
(() => {
const mode = { '/watch': 'watch', '/tv': 'tv' }[location.pathname] || 'hand';
const $ = id => document.getElementById(id);
const D = JSON.parse($('data').textContent);
const NS = 'http://www.w3.org/2000/svg';
const BEAT = 1500, MISSED = 3500, DOUBT = 2200, OPENS = 2000, TAP = 250, LOOKS = 10000;

// ---- words and small parts
const langs = D.langs;
let lang = langs.find(l => l === kept()) ||
  (navigator.languages || []).map(l => l.slice(0, 2)).find(l => langs.includes(l)) || D.lang;
function kept() { try { return localStorage.lang; } catch (e) { return null; } }
const own = told => told[langs.indexOf(lang)];
function w(key, fields) {
  let text = own(D.words[key] || []) || key;
  for (const name in fields) text = text.replace('{' + name + '}', fields[name]);
  return text;
}
function el(tag, cls, ...inner) {
  const e = document.createElement(tag);
  if (cls) e.className = cls;
  e.append(...inner);
  return e;
}
function svg(tag, attrs, ...inner) {
  const e = document.createElementNS(NS, tag);
  for (const name in attrs) e.setAttribute(name, attrs[name]);
  e.append(...inner);
  return e;
}
const label = (e, told) => { e.setAttribute('aria-label', told); return e; };
const use = (id, attrs) => svg('use', { href: '#' + id, ...attrs });
const inked = (id, color, attrs) => svg('g', { class: 'ink', color, ...attrs }, use(id));
const box = (cls, ...inner) => svg('svg', { viewBox: '-50 -50 100 100', class: cls }, ...inner);
function mark(seat, cls) {
  return box(cls, inked('seat-' + seat, D.colours[seat]));
}
const square = (n, x = 0, y = 0) => ({ x: x - n / 2, y: y - n / 2, width: n, height: n });
function button(text, cls, press) {
  const b = el('button', cls, text);
  if (press) b.onclick = press;
  return b;
}
const nth = seat => w('seat', { number: seat + 1 });
function who(seat, list) {
  const s = (list || []).find(one => one.seat === seat);
  return (s && s.name) || nth(seat);
}
const ms = ns => (ns / 1e6).toFixed(1).replace('.', w('0.5')[1]);

// ---- the line: one reconnect() for every way in which a phone loses and finds it
let ws = null, last = 0, lost = 0, began = 0, beat = 0, view = null, over = null, pairs = false;
function connect() {
  if (ws) { ws.onclose = ws.onmessage = null; ws.close(); }
  began = beat = Date.now();
  if (lost <= last) lost = began;
  ws = new WebSocket('ws://' + location.host + (mode === 'hand' ? '/hand' : '/live'));
  ws.onmessage = e => {
    last = Date.now();
    if (e.data === 'b') return;
    const told = JSON.parse(e.data);
    if (told.made) fit(told); else { view = told; draw(); }
  };
  ws.onclose = e => {
    const waits = ['slow', 'often', 'full', ''].includes(e.reason) || mode !== 'hand';
    if (e.code === 4000 && !waits) finish(e.reason);
    else setTimeout(reconnect, e.code === 4000 ? 2000 : 400);
  };
}
// who looks on: a page of an older table begins anew; the pictures that only it needs
function fit(told) {
  if (told.made !== D.made) { location.reload(); return; }
  const art = '<svg xmlns="' + NS + '">' + told.art + '</svg>';
  for (const g of new DOMParser().parseFromString(art, 'image/svg+xml').querySelectorAll('svg > *')) {
    if (!$(g.id)) $('art').append(g);
  }
}
function finish(why) { over = why; view = null; hide(); draw(); }
function reconnect() {
  if (over !== null || pairs) return;
  const now = Date.now(), opens = ws && ws.readyState === 0 && now - began < OPENS;
  const fine = ws && ws.readyState === 1 && now - Math.max(last, began) < DOUBT;
  if (!opens && !fine) connect();
}
function tick() {
  if (over !== null || !ws) return;
  const now = Date.now(), open = ws.readyState === 1;
  if (open && now - beat >= BEAT) { beat = now; ws.send('b'); }
  if (now - Math.max(began, last) > (open ? MISSED : OPENS)) connect();
  if (now - last > MISSED && now - lost > DOUBT) say(w('away'));
}
function tell(what) {
  if (ws && ws.readyState === 1) ws.send(JSON.stringify(what));
}
function act(what) { tell({ at: view.at, ...what }); }

// ---- hold to look: hidden at once by whatever takes the eyes away
let looks = false, timer = 0, cap = 0;
function look() {
  if (looks || !view || !view.me) return;
  looks = true;
  tell({ do: 'peek' });
  cap = setTimeout(hide, LOOKS);
}
function hide() {
  clearTimeout(timer); clearTimeout(cap); timer = 0;
  if (!looks) return;
  looks = false;
  tell({ do: 'hide' });
  if (view && view.me) { delete view.me.hand; delete view.me.secret; draw(); }
}
function holds(b, tap) {
  b.onpointerdown = e => {
    if (e.button) return;
    if (tap) timer = setTimeout(() => { timer = 0; look(); }, TAP); else look();
  };
  b.onpointerup = () => { const short = timer; hide(); if (short && tap) tap(); };
  b.onpointercancel = b.onpointerleave = hide;
  b.oncontextmenu = e => e.preventDefault();
  b.onkeydown = e => { if (e.key === ' ' && !e.repeat) look(); };
  b.onkeyup = e => { hide(); e.preventDefault(); };
  // of no finger: Enter, or a reader of screens
  b.onclick = e => { if (!e.detail && tap) tap(); };
}
for (const gone of ['blur', 'pagehide', 'pointerup']) addEventListener(gone, hide);
document.addEventListener('visibilitychange', () => document.hidden ? hide() : reconnect());
for (const back of ['pageshow', 'online', 'focus']) addEventListener(back, reconnect);

// ---- cards and boards of the games
const PIPS = [-1, 0, 1, 2].map(turn => 'rotate(' + 90 * turn + ')');
const games = {
  iota: {
    card(face) {
      const g = svg('g', {});
      if (face === 'W') { g.append(use('iota-W')); return g; }
      g.append(use('iota-' + face[0]), use('iota-' + face.slice(0, 2)));
      const n = +face[2];
      for (const turn of PIPS) for (let i = 0; i < n; i++) {
        g.append(svg('circle', { cx: 14 * (i - (n - 1) / 2), cy: 37.5, r: 5.5, fill: '#fff',
          transform: turn }));
      }
      return g;
    },
    name: face => face === 'W' ? w('W') : [w(face[0]), w(face[1]), face[2]].join(' '),
    // what ends a move, in the words of the table's own plate
    ends: b => b.draft.length ? 'lay' : b.exchanged ? 'exchange' : 'skip',
    board(b, me) {
      const spots = me.targets.filter(t => t.kind === 'cell' || t.kind === 'swap');
      const all = b.grid.concat(b.draft).concat(spots.map(t => t.to));
      const xs = all.map(c => c[0]), ys = all.map(c => c[1]);
      const x = Math.min(...xs), y = Math.min(...ys);
      const wide = Math.max(...xs) - x + 1, high = Math.max(...ys) - y + 1;
      const room = svg('svg', { class: 'board in',
        viewBox: [x * 100 - 52, y * 100 - 52, wide * 100 + 4, high * 100 + 4].join(' ') });
      const most = Math.max(90, innerWidth / 7);
      room.style.maxWidth = wide * most + 'px';
      room.style.maxHeight = high * most + 'px';
      // rather scrolled than too small for a finger
      room.style.minHeight = high * Math.min(spots.length ? 36 : 24, (innerWidth - 20) / wide) + 'px';
      // heard as well: what is where, counted from the board's corner
      const at = (c, role, told) => ({ role, transform: 'translate(' + c[0] * 100 + ' ' + c[1] * 100 + ')',
        'aria-label': w('at', { told, x: c[0] - x + 1, y: c[1] - y + 1 }) });
      const lies = c => at(c, 'img', games.iota.name(c[2]));
      for (const c of b.grid) room.append(svg('g', lies(c), games.iota.card(c[2])));
      for (const c of b.draft) room.append(svg('g', { ...lies(c), opacity: .8 },
        games.iota.card(c[2])));
      for (const t of spots) {
        const g = svg('g', at(t.to, 'button', w('to.' + t.kind)),
          svg('rect', { class: 'spot', rx: 14, ...square(92) }));
        if (me.targets[me.cursor] === t) g.classList.add('at');
        room.append(g);
      }
      // a finger that misses a small place by little means it
      room.onclick = e => {
        let far = 99, to;
        room.querySelectorAll('.spot').forEach((one, i) => {
          const r = one.getBoundingClientRect(), half = r.width / 2;
          // a reader of screens presses without a finger, that is nowhere
          const off = e.target === one.parentNode ? 0 : Math.hypot(e.x - r.x - half, e.y - r.y - half);
          if (off < far && off < Math.max(24, 1.4 * half)) { far = off; to = spots[i]; }
        });
        if (to) pick(to);
      };
      const gain = b.points ? [el('b', 'gain', w('points', { points: b.points.total })), ' · '] : [];
      return [el('p', 'quiet', ...gain, w('deck', { count: b.deck })), room];
    },
  },
  elements: {
    slim: true,
    card: face => use('elements-' + face),
    name: face => face,
    board(b) {
      const row = cards => {
        const e = el('div', 'row');
        if (cards[0]) label(e, cards.join(', ')).setAttribute('role', 'img');
        for (const c of cards) e.append(box('', games.elements.card('' + c)));
        return e;
      };
      let told = w('limit', { limit: b.limit });
      if (b.limit_after !== null) told += ' → ' + b.limit_after;
      return [row(b.chain), el('p', '', told)];
    },
    secret(s) {
      const now = w('sum', { sum: s.total, limit: s.limit });
      return s.after ? now + ' · ' + w('after', { sum: s.after[0], limit: s.after[1] }) : now;
    },
  },
};
games.chaos = {
  card: face => D.inks[face[2]] && face.length < 4 ?
    svg('g', {}, use('chaos-' + face[2]),
      inked('chaos-' + face.slice(0, 2), D.inks[face[2]], { transform: 'scale(.79)' })) :
    svg('g', {}, use('chaos-special'), inked('chaos-' + face, '#0e131b', { transform: 'scale(.69)' })),
};
games.ignis = {
  board(b) {
    const n = b.rows.length, wide = b.rows[0].length;
    const room = svg('svg', { class: 'board', viewBox: [-50, -50, wide * 100, n * 100].join(' ') });
    b.rows.forEach((row, y) => [...row].forEach((piece, x) => {
      const at = { x: 100 * x, y: 100 * y };
      if (piece === '.') room.append(svg('rect', { class: 'gap', rx: 14, ...square(92, at.x, at.y) }));
      else if (piece !== '#') room.append(use('ignis-' + piece, at));
    }));
    const left = (piece, count) => [box('small', use('ignis-' + piece)), ' ' + count + '  '];
    return [el('p', 'quiet', ...left('F', b.left[0]), ...left('W', b.left[1]),
      ...left('A', b.air), ...left('E', b.earth)), room];
  },
};
function photo(p) {
  const lane = 54, room = svg('svg', { class: 'board photo', viewBox: '0 0 300 ' + lane * p.hands.length });
  p.hands.forEach((h, i) => {
    const color = D.colours[h.seat], g = svg('g', { color, transform: 'translate(0 ' + lane * i + ')' });
    const force = c => c.map((f, n) => 300 * n / (c.length - 1) + ',' + (lane - 6 - f * .44)).join(' ');
    g.append(svg('rect', { x: h.x - h.wide, width: 2 * h.wide, height: lane - 4, class: 'doubt' }),
      ...h.curves.map(c => svg('polyline', { class: 'force', points: force(c) })),
      svg('path', { class: 'force', d: 'M' + h.x + ' 0v' + (lane - 4) }),
      inked('seat-' + h.seat, color, { transform: 'translate(14 14) scale(.2)' }));
    room.append(g);
  });
  room.append(svg('path', { class: 'line', d: 'M' + p.hands[0].x + ' 0V' + lane * p.hands.length }));
  return room;
}
// how to choose, once it was done
let knows = false;
function pick(t) {
  if (looks) return;
  knows = true;
  act({ do: 'pick', kind: t.kind, to: t.to });
}

// ---- drawing: cards stay the same elements, so that a finger on one is never lost
const cards = [];
function say(text) { if ($('say').textContent !== text) $('say').textContent = text; }
function draw() {
  document.documentElement.lang = lang;
  document.title = w('title');
  document.body.dataset.scene = view ? view.scene : '';
  const me = view && view.me, top = $('top'), does = $('does');
  top.replaceChildren();
  const at = me ? me.seat : view && view.wait;
  if (at != null) top.append(mark(at, 'mark'));
  top.append(el('b', '', (me && me.name) || (at != null ? nth(at) : w('title'))));
  for (const l of langs) if (l !== lang) {
    top.append(button(l.toUpperCase(), 'plain', () => {
      lang = l;
      try { localStorage.lang = l; } catch (e) {}
      draw();
    }));
  }
  if (me) {
    top.append(button(leaving ? w('go') : '✕', leaving ? 'plain main' : 'plain', leave));
    label(top.lastChild, w('leave'));
  }
  $('table').replaceChildren(...(view && !('wait' in view) ? scene(view) : []));
  say(line(me));
  deal(me);
  if (!eye.isConnected) does.append(eye);
  eye.hidden = !(me && me.count);
  eye.textContent = w('hold');
  while (does.lastChild !== eye) does.lastChild.remove();
  does.append(...(over !== null ? afterwards() : me && !view.paused ? keys(me) : []));
}
let leaving = 0;
function leave() {
  if (leaving) tell({ do: 'leave' });
  else leaving = setTimeout(() => { leaving = 0; draw(); }, 4000);
  draw();
}
const eye = button('', 'eye');
holds(eye, null);
function line(me) {
  if (over !== null) return w(over) + (over === 'left' ? '. ' + w('unknown') : '');
  if (!view) return '';
  if ('wait' in view) return w('press', view);
  if (me && me.idle) return w(me.idle);
  if (view.paused) return w('paused');
  if (view.demo) return w('lobby');
  const call = view.call, turn = (view.seats || []).find(s => s.turn);
  if (call && !view.verdict) return w(call[0], { who: who(call[1], view.seats) });
  if (me && turn && turn.seat === me.seat) {
    const has = (list, kind) => (list || []).some(t => t.kind === kind), what = ending(me);
    const key = has(me.picked, 'pass') ? 'to.pass' : me.count == null ? 'table' : what ? 'then'
      : has(me.targets, 'cell') ? 'place' : me.targets && !knows ? 'pick' : '';
    return w('yours') + (key ? '. ' + w(key, { what }) : '');
  }
  if (view.verdict) return verdict(view.verdict);
  if (view.stage) return w('race');
  const won = (view.seats || []).filter(s => s.winner);
  if (won.length) return w(won[1] ? 'share' : 'won', { who: won.map(s => who(s.seat, won)).join(', ') });
  if (turn) return w('turn', { who: who(turn.seat, view.seats) });
  return ['lobby', 'wait'].includes(view.scene) ? w('lobby') : '';
}
function verdict(v) {
  const names = v.seats.map(s => who(s, view.seats)).join(', ');
  const margin = v.margin_ns === null ? '' :
    ' · ' + ms(v.margin_ns) + ' ± ' + ms(v.uncertainty_ns || 0) + ' ' + w('ms');
  return w('verdict.' + v.kind, { who: names }) + margin;
}
function scene(v) {
  const me = v.me || {};
  if (v.scene === 'end') {
    return [el('p', 'quiet', v.columns.map(own).join(' · ')), el('ol', '', ...v.ranking.map(r => {
      const names = r.name || r.seats.map(nth).join(', ');
      return el('li', '', mark(r.seats[0], 'small'), ' ' + [names, ...r.numbers].join(' · '));
    })), ...(v.photo ? [el('p', 'quiet', w('feat.closest')), photo(v.photo)] : [])];
  }
  if (v.scene === 'leaderboard') {
    return [el('p', '', w('records')), el('ol', '', ...v.feats.map(f =>
      el('li', '', w('feat.' + f.kind) + ': ' + feat(f) + ' · ' +
        (f.nickname || nth(f.seat)))))];
  }
  const seats = el('div', v.scene === 'lobby' ? 'seats' : 'seats play', ...(v.seats || []).filter(s => s.who !== 'empty').map(s => {
    const e = el('div', 'seat' + (s.turn ? ' turn' : ''), mark(s.seat, 'small'),
      el('span', '', who(s.seat, v.seats)));
    if (s.score != null) e.append(el('b', 'count', s.score));
    if (v.scene === 'play') e.append(el('b', 'count', s.count));
    if (s.top && $('chaos-R')) e.append(box('top', games.chaos.card(s.top)));
    e.style.color = D.colours[s.seat];
    return e;
  }));
  const game = games[v.game];
  if (v.photo) return [photo(v.photo), seats];
  if (v.scene !== 'board') return [seats];
  return [seats, ...(game ? game.board(v.board, { targets: [], ...me }) : [])];
}
const feat = f => f.kind === 'reaction' || f.kind === 'closest' ? ms(f.value) + ' ' + w('ms') : f.value;
function deal(me) {
  const n = me ? me.count || 0 : 0, room = $('hand'), game = view && games[view.game];
  while (cards.length > n) cards.pop().remove();
  while (cards.length < n) {
    const i = cards.length, b = el('button', 'card');
    holds(b, () => {
      const t = (view && view.me && view.me.targets || []).find(t => t.kind === 'card' && t.to[0] === i);
      if (t) pick(t);
    });
    cards.push(b);
    room.append(b);
  }
  cards.forEach((b, i) => {
    const face = looks && me.hand && me.hand[i];
    const t = (me.targets || []).findIndex(t => t.kind === 'card' && t.to[0] === i);
    const taken = (me.picked || []).some(t => t.kind === 'card' && t.to[0] === i);
    b.className = 'card' + (t >= 0 ? ' may' : '') +
      (taken || (t >= 0 && t === me.cursor && me.sure) ? ' at' : '');
    const slim = game && game.slim;
    label(b, w('card', { number: i + 1 }) + (face && game && game.name ? ': ' + game.name(face) : ''));
    b.setAttribute('aria-pressed', taken);
    b.replaceChildren(svg('svg', { viewBox: slim ? '-36 -50 72 100' : '-50 -50 100 100' },
      face && game ? game.card(face) : use('back', slim ? { transform: 'scale(.74 1)' } : {})));
  });
}
function keys(me) {
  const found = [], targets = me.targets || [], game = games[view.game];
  if (looks && me.secret && game && game.secret) say(game.secret(me.secret));
  for (const t of targets) {
    if (['card', 'cell', 'swap', 'confirm'].includes(t.kind)) continue;
    const at = targets[me.cursor] === t && me.sure;
    const name = w('to.' + t.kind);
    found.push(button(name === 'to.' + t.kind ? t.kind + ' ' + t.to.join(' ') : name,
      at ? 'at' : 'may', () => pick(t)));
  }
  const end = ending(me);
  if (end) found.push(button(end, 'main', () => pick(targets[me.cursor])));
  if ((me.picked || []).length || me.answers) {
    found.push(button(w('back'), '', () => act({ do: 'back' })));
  }
  if (view.news || me.answers) found.push(button(w('go_on'), 'main', () => act({ do: 'ok' })));
  return found;
}
// what has a button of its own is confirmed by another, so that two taps are two thoughts
function ending(me) {
  const last = me.sure && me.targets[me.cursor], game = games[view.game];
  if (!last) return '';
  const kind = last.kind === 'swap' ? 'swap' : last.kind !== 'confirm' ? ''
    : game && game.ends ? game.ends(view.board) : me.picked[0].kind;
  const name = w('to.' + kind, { count: view.board.exchanged });
  return name === 'to.' + kind ? w('confirm') : name;
}
function afterwards() {
  if (over !== 'elsewhere') return [];
  return [button(w('here'), 'main', () => { over = null; connect(); draw(); })];
}

// ---- the beginning
document.body.classList.add(mode);
setInterval(tick, 500);
const code = mode === 'hand' ? location.hash.slice(1) : '';
if (location.hash) history.replaceState(null, '', location.pathname);
// a code that did not arrive is still good, and so is one whose answer was lost, for this page
const page = crypto.getRandomValues(new Uint32Array(4)).join();
function pair() {
  fetch('/pair', { method: 'POST', body: JSON.stringify({ code, page }) }).then(async r => {
    const why = r.ok ? null : await r.text();
    pairs = false;
    if (r.ok) connect(); else finish(why);
  }).catch(() => { say(w('away')); setTimeout(pair, 1000); });
}
if (code) { pairs = true; pair(); } else connect();
draw();
})();
