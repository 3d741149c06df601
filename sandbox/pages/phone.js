import { testClock } from './test-clock.js';
import {
  askClock,
  call,
  dayOf,
  exactTime,
  formatNumber,
  h,
  icon,
  listen,
  now,
  parseNumber,
  timeOf,
  topBar,
} from './ui.js';

const shownMessages = 300;
const pictureLimit = 5 * 1024 * 1024;
const desk = document.querySelector('.phones');
const tabs = document.querySelector('.switch');
const memory = 'sandbox.phones';

let numbers = [];
let handsets = [];
let phones = [];
let current = 0;
let stopListening = null;

async function start() {
  const status = topBar('/phone');
  const clock = await askClock();
  try {
    ({ numbers, handsets } = await call('GET', '/phone/numbers'));
  } catch (error) {
    desk.append(h('p', { class: 'problem-line', role: 'alert' }, error.message));
    return;
  }
  const kept = readMemory();
  for (const { number, peer } of kept.length > 0 ? kept : [{ number: handsets[0] ?? '+12025550147', peer: null }])
    addPhone(number, peer);
  redraw();
  guide((await status)?.applicationUrl ?? null, clock);
  setInterval(showClock, 10_000);
}

function readMemory() {
  try {
    const kept = JSON.parse(localStorage.getItem(memory) ?? '[]');
    return Array.isArray(kept) ? kept.filter((item) => parseNumber(String(item?.number)) !== null).slice(0, 6) : [];
  } catch {
    return [];
  }
}

function remember() {
  try {
    localStorage.setItem(memory, JSON.stringify(phones.map(({ number, peer }) => ({ number, peer }))));
  } catch {
    // A browser that keeps nothing starts afresh next time.
  }
}

function showClock() {
  for (const element of document.querySelectorAll('.clock')) element.textContent = timeOf(now());
}

const nameOf = (number) => numbers.find((item) => item.number === number)?.label ?? formatNumber(number);
const initials = (number) => {
  const label = numbers.find((item) => item.number === number)?.label;
  return label ?
      label
        .replace(/^The /, '')
        .split(/\s+/)
        .map((word) => word[0])
        .join('')
        .slice(0, 2)
        .toUpperCase()
    : '#';
};

/* ---- The phones ---- */

function addPhone(number, peer) {
  const known = numbers.some((item) => item.number === peer);
  phones.push(createPhone(number, known ? peer : (numbers[0]?.number ?? null)));
}

/** Draws the row of phones and listens for exactly their numbers. */
function redraw() {
  current = Math.min(current, phones.length - 1);
  desk.replaceChildren(...phones.map((phone) => phone.element));
  phones.forEach((phone, i) => phone.element.classList.toggle('current', i === current));
  tabs.replaceChildren(
    ...phones.map((phone, i) =>
      h(
        'button',
        {
          type: 'button',

          'aria-pressed': String(i === current),
          onclick: () => {
            current = i;
            redraw();
          },
        },
        formatNumber(phone.number),
      ),
    ),
    h('button', { type: 'button', 'aria-label': 'Add a phone', onclick: addAnother }, '+ Phone'),
  );
  stopListening?.();
  stopListening = listen([...new Set(phones.map((phone) => phone.number))], {
    hello: () => phones.forEach((phone) => phone.load()),
    message: (message) => phones.forEach((phone) => phone.take(message)),
  });
  remember();
  showClock();
}

async function addAnother() {
  const free = handsets.find((number) => !phones.some((phone) => phone.number === number));
  const number = free ?? (await askForNumber());
  if (number === null) return;
  addPhone(number, phones[current]?.peer ?? null);
  current = phones.length - 1;
  redraw();
  phones[current].focus();
}

function askForNumber() {
  const dialog = document.querySelector('.other-number');
  const form = dialog.querySelector('form');
  const problem = dialog.querySelector('.problem');
  form.reset();
  problem.textContent = '';
  dialog.showModal();
  return new Promise((resolve) => {
    let answer = null;
    form.onsubmit = (event) => {
      answer = parseNumber(form.number.value);
      if (answer !== null && !numbers.some((item) => item.number === answer)) return;
      event.preventDefault();
      problem.textContent =
        answer === null ?
          'Enter a phone number with its area code, such as (202) 555-0147.'
        : 'That number belongs to the carrier. Choose another one.';
      answer = null;
      form.number.focus();
    };
    dialog.querySelector('[value=cancel]').onclick = () => dialog.close();
    dialog.onclose = () => resolve(answer);
  });
}

function createPhone(firstNumber, firstPeer) {
  const phone = { number: firstNumber, peer: firstPeer };
  const messages = new Map();
  const rows = new Map();
  let attachments = [];
  let loaded = false;

  const log = h('div', { class: 'log', role: 'log', 'aria-label': 'Messages', 'aria-live': 'polite', tabIndex: 0 });
  const quick = h('div', { class: 'quick', role: 'group', 'aria-label': 'Quick replies' });
  const problem = h('p', { class: 'problem-line', role: 'alert', hidden: true });
  const attached = h('div', { class: 'attached', hidden: true });
  const text = h('textarea', {
    rows: 1,
    placeholder: 'Text message',
    'aria-label': 'Text message',
    oninput: updateSend,
    onkeydown: keys,
    onpaste: paste,
  });
  const file = h('input', {
    type: 'file',
    accept: 'image/*,audio/*,video/*,.pdf,.vcf',
    multiple: true,
    hidden: true,
    onchange: () => attach([...file.files]),
  });
  const send = h('button', { type: 'submit', class: 'round send', 'aria-label': 'Send', disabled: true }, icon('send'));
  const avatar = h('span', { class: 'avatar', 'aria-hidden': 'true' });
  const peerName = h('span', { class: 'name' });
  const peerSub = h('div', { class: 'sub' });
  const peerSelect = h('select', { 'aria-label': 'Whom to text', onchange: () => choose(peerSelect.value) });
  const ownName = h('span', { class: 'name' });
  const ownSelect = h('select', { 'aria-label': 'Number of this phone', onchange: chooseOwn });
  const bannerPlace = h('div', { 'aria-live': 'polite' });
  const remove = h(
    'button',
    {
      type: 'button',
      class: 'remove',
      'aria-label': 'Remove this phone',
      title: 'Remove this phone',
      onclick: () => {
        phones = phones.filter((other) => other !== phone);
        redraw();
      },
    },
    icon('close'),
  );

  const form = h(
    'form',
    { class: 'compose', onsubmit: submit },
    file,
    h(
      'button',
      {
        type: 'button',
        class: 'round',
        'aria-label': 'Attach a picture',
        title: 'Attach a picture',
        onclick: () => file.click(),
      },
      icon('clip'),
    ),
    text,
    send,
  );

  phone.element = h(
    'section',
    { class: 'phone', ondragover: drag, ondragleave: () => phone.element.classList.remove('dropping'), ondrop: drop },
    h(
      'div',
      { class: 'screen' },
      h(
        'div',
        { class: 'statusbar', 'aria-hidden': 'true' },
        h('span', { class: 'clock' }, timeOf(new Date())),
        h('span', { class: 'icons' }, icon('signal'), h('span', { class: 'battery' })),
      ),
      h('div', { class: 'with' }, avatar, h('label', { class: 'pick' }, peerName, icon('down'), peerSelect), peerSub),
      h('label', { class: 'pick own sub', title: 'Number of this phone' }, ownName, icon('down'), ownSelect),
      remove,
      bannerPlace,
      log,
      problem,
      quick,
      attached,
      form,
      h('div', { class: 'homebar', 'aria-hidden': 'true' }),
    ),
  );

  /* Which phone, and whom it texts */

  function head() {
    phone.element.setAttribute('aria-label', `Phone ${formatNumber(phone.number)}`);
    const own = [...new Set([...handsets, ...phones.map((other) => other.number), phone.number])];
    ownSelect.replaceChildren(
      ...own.map((number) => h('option', { value: number, selected: number === phone.number }, formatNumber(number))),
      h('option', { value: 'other' }, 'Another number…'),
    );
    ownName.textContent = formatNumber(phone.number);
    ownName.className = 'name quiet';
    ownName.style.fontSize = '12px';
    ownName.style.fontWeight = '500';
    remove.hidden = phones.length < 2;
    peerSelect.replaceChildren(
      ...numbers.map(({ number, label }) =>
        h(
          'option',
          { value: number, selected: number === phone.peer },
          label ? `${label} · ${formatNumber(number)}` : formatNumber(number),
        ),
      ),
    );
    if (phone.peer === null) {
      peerName.textContent = 'Nobody to text yet';
      peerSub.textContent = 'The application has no number at this carrier';
      avatar.textContent = '?';
      return;
    }
    const labelled = numbers.find((item) => item.number === phone.peer)?.label;
    peerName.textContent = nameOf(phone.peer);
    peerSub.textContent = labelled ? formatNumber(phone.peer) : '';
    peerSub.hidden = !labelled;
    avatar.textContent = initials(phone.peer);
  }

  function choose(peer) {
    phone.peer = peer;
    bannerPlace.replaceChildren();
    remember();
    head();
    draw(true);
    text.focus();
  }

  async function chooseOwn() {
    const wanted = ownSelect.value === 'other' ? await askForNumber() : ownSelect.value;
    if (wanted !== null && wanted !== phone.number) {
      phone.number = wanted;
      messages.clear();
      loaded = false;
      redraw();
    }
    head();
    draw(true);
  }

  /* Messages */

  phone.load = async () => {
    head();
    try {
      const number = phone.number;
      const answer = await call('GET', `/phone/messages?${new URLSearchParams({ number, all: '1', limit: '2000' })}`);
      if (number !== phone.number) return;
      for (const message of answer.messages) messages.set(message.sid, message);
      loaded = true;
      complain(null);
    } catch (error) {
      complain(error.message);
    }
    draw(true);
  };

  phone.take = (message) => {
    const own = message.direction === 'sent' ? message.from : message.to;
    if (own !== phone.number) return;
    const before = messages.get(message.sid);
    messages.set(message.sid, message);
    const peer = message.direction === 'sent' ? message.to : message.from;
    const arrived = message.direction === 'received' && message.state === 'delivered' && before?.state !== 'delivered';
    if (peer === phone.peer) draw(false, arrived || before === undefined ? message.sid : null);
    else if (arrived) banner(peer, message);
    if (arrived) stepDone('answer');
  };

  phone.focus = () => text.focus();

  function banner(peer, message) {
    const element = h(
      'button',
      { type: 'button', class: 'banner', onclick: () => choose(peer) },
      h('b', {}, nameOf(peer)),
      h('span', {}, message.body || 'Picture'),
    );
    bannerPlace.replaceChildren(element);
    setTimeout(() => element.remove(), 6_000);
  }

  function draw(all, freshSid = null) {
    const mine = [...messages.values()]
      .filter((message) => (message.direction === 'sent' ? message.to : message.from) === phone.peer)
      .sort((a, b) =>
        a.at < b.at ? -1
        : a.at > b.at ? 1
        : 0,
      )
      .slice(-shownMessages);
    const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 80;
    const children = [];
    if (mine.length === 0) children.push(empty());
    let before = null;
    let underWay = false;
    for (const [i, message] of mine.entries()) {
      if (message.direction === 'received' && ['queued', 'sending', 'sent'].includes(message.state)) {
        if (Date.now() - Date.parse(message.at) < 60_000) underWay = true;
        continue;
      }
      if (before === null || dayOf(before.at) !== dayOf(message.at))
        children.push(h('div', { class: 'day' }, dayOf(message.at)));
      const joined =
        before !== null &&
        before.direction === message.direction &&
        Date.parse(message.at) - Date.parse(before.at) < 60_000;
      children.push(
        row(
          message,
          joined,
          i === mine.length - 1 || mine[i + 1]?.direction !== message.direction,
          message.sid === freshSid,
        ),
      );
      before = message;
    }
    if (underWay)
      children.push(
        h('div', { class: 'typing', role: 'img', 'aria-label': 'A message is on its way' }, h('i'), h('i'), h('i')),
      );
    log.replaceChildren(...children);
    suggestions(mine);
    if (all || atEnd || freshSid !== null) log.scrollTop = log.scrollHeight;
  }

  /** One message. Rows are kept while nothing about them changes, so that pictures do not load twice. */
  function row(message, joined, last, fresh) {
    const key = JSON.stringify([message, joined, last]);
    const known = rows.get(message.sid);
    if (known?.key === key) return known.element;
    const element = build(message, joined, last);
    if (fresh) element.classList.add('fresh');
    rows.set(message.sid, { key, element });
    return element;
  }

  function build(message, joined, last) {
    if (message.direction === 'received' && message.state !== 'delivered') {
      return h(
        'div',
        { class: 'lost' },
        h('b', {}, 'Did not reach this phone: '),
        `${message.errorMessage ?? message.state}${message.errorCode ? ` (${message.errorCode})` : ''}`,
        h('p', {}, message.body),
      );
    }
    const onlyEmoji =
      message.media.length === 0 &&
      /^(\p{Extended_Pictographic}|\p{Emoji_Component}|\s){1,12}$/u.test(message.body) &&
      !/\d/.test(message.body);
    const parts = [];
    if (message.media.length > 0) parts.push(h('div', { class: 'pictures' }, message.media.map(picture)));
    if (message.body !== '') parts.push(h('div', { class: 'bubble', dir: 'auto' }, linked(message.body)));
    const note = noteOf(message, last);
    return h(
      'div',
      {
        class: `row ${message.direction}${joined ? ' joined' : ''}${onlyEmoji ? ' emoji' : ''}`,
        title: exactTime(message.at),
      },
      ...parts,
      note,
    );
  }

  function picture({ url, contentType }) {
    const address = new URL(url, location.href);
    const local = address.pathname.startsWith('/2010-04-01/') ? address.pathname : address.href;
    if (contentType.startsWith('image/'))
      return h(
        'a',
        { href: local, target: '_blank', rel: 'noopener' },
        h('img', { src: local, alt: 'Picture in a message', loading: 'lazy', onload: keepEnd }),
      );
    return h('a', { class: 'file', href: local, target: '_blank', rel: 'noopener' }, icon('file'), contentType);
  }

  function keepEnd() {
    if (log.scrollHeight - log.scrollTop - log.clientHeight < 400) log.scrollTop = log.scrollHeight;
  }

  /** What stands under a message: the time, and for what this phone sent whether the application has it. */
  function noteOf(message, last) {
    const time = timeOf(message.at);
    if (message.direction === 'received') return last ? h('span', { class: 'note' }, time) : null;
    const { state = 'pending', httpStatus, error, attempts = 0 } = message.webhook ?? {};
    if (state === 'delivered')
      return last ? h('span', { class: 'note good' }, `Delivered · ${time}`, icon('checks')) : null;
    if (state === 'pending' && attempts === 0) return h('span', { class: 'note' }, 'Sending…', icon('clock'));
    if (state === 'pending')
      return h(
        'span',
        { class: 'note warn' },
        icon('clock'),
        `${reason(httpStatus, error)}. Trying again (${attempts} so far)`,
      );
    if (state === 'none')
      return h('span', { class: 'note warn' }, icon('alert'), 'This number has no address to deliver to');
    if (state === 'lost') return h('span', { class: 'note warn' }, icon('alert'), 'Lost on the way, as configured');
    return h('span', { class: 'note bad' }, icon('alert'), `Not delivered: ${reason(httpStatus, error)}`);
  }

  /* First steps */

  function keywords() {
    return numbers.find((item) => item.number === phone.peer)?.keywords ?? [];
  }

  function empty() {
    if (!loaded) return h('div', { class: 'empty' }, h('p', {}, 'Looking for messages…'));
    if (phone.peer === null)
      return h(
        'div',
        { class: 'empty' },
        h('h2', {}, 'No number to text yet'),
        h('p', {}, 'Buy a number in the application, then reload this page.'),
      );
    const keyword = keywords()[0];
    return h(
      'div',
      { class: 'empty' },
      h('h2', {}, keyword ? `Text ${keyword} to ${formatNumber(phone.peer)}` : `Text ${formatNumber(phone.peer)}`),
      h(
        'p',
        {},
        keyword ?
          'and see the answer come in here, and the contact appear in the application.'
        : 'Write anything below. It reaches the application as a real text would.',
      ),
      keyword &&
        h('button', { type: 'button', class: 'button primary', onclick: () => deliver(keyword) }, `Send “${keyword}”`),
    );
  }

  function suggestions(mine) {
    const words = mine.length === 0 ? keywords() : keywords().slice(0, 2);
    const button = (word, plain) =>
      h('button', { type: 'button', class: plain ? 'word' : null, onclick: () => deliver(word) }, word);
    quick.hidden = phone.peer === null;
    const wanted = [...words.map((word) => [word, false]), ...['STOP', 'HELP', 'START'].map((word) => [word, true])];
    if ([...quick.children].map((child) => child.textContent).join() === wanted.map(([word]) => word).join()) return;
    quick.replaceChildren(...wanted.map(([word, plain]) => button(word, plain)));
  }

  /* Writing */

  function keys(event) {
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      form.requestSubmit();
    }
    if (event.key === 'Escape') attach(null);
  }

  function updateSend() {
    send.disabled = phone.peer === null || (text.value.trim() === '' && attachments.length === 0);
  }

  function drag(event) {
    event.preventDefault();
    phone.element.classList.add('dropping');
  }

  function drop(event) {
    event.preventDefault();
    phone.element.classList.remove('dropping');
    void attach([...event.dataTransfer.files]);
  }

  function paste(event) {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    void attach(files);
  }

  /** Adds files to the message; null takes all of them away. */
  async function attach(files) {
    complain(null);
    if (files === null) attachments = [];
    for (const item of files ?? []) {
      if (item.size > pictureLimit) complain(`${item.name} is larger than 5 MB, the most a carrier takes.`);
      else if (attachments.length === 10) complain('A message carries at most 10 attachments.');
      else {
        const address = await new Promise((resolve) => {
          const reader = new FileReader();
          reader.onload = () => resolve(String(reader.result));
          reader.readAsDataURL(item);
        });
        attachments.push({ name: item.name, contentType: item.type || 'application/octet-stream', address });
      }
    }
    file.value = '';
    attached.hidden = attachments.length === 0;
    attached.replaceChildren(
      ...attachments.map((item) =>
        h(
          'div',
          { class: 'thumb' },
          item.contentType.startsWith('image/') ?
            h('img', { src: item.address, alt: item.name })
          : h('span', { class: 'file', title: item.name }, icon('file')),
          h(
            'button',
            {
              type: 'button',
              'aria-label': `Remove ${item.name}`,
              onclick: () => {
                attachments = attachments.filter((other) => other !== item);
                void attach([]);
              },
            },
            icon('close'),
          ),
        ),
      ),
    );
    updateSend();
    if (files?.length) text.focus();
  }

  function submit(event) {
    event.preventDefault();
    const body = text.value.replace(/\s+$/, '');
    if (body === '' && attachments.length === 0) return;
    const media = attachments.map(({ contentType, address }) => ({
      contentType,
      data: address.slice(address.indexOf(',') + 1),
    }));
    text.value = '';
    void attach(null);
    void deliver(body, media);
  }

  async function deliver(body, media = []) {
    if (phone.peer === null) return;
    complain(null);
    try {
      await call('POST', '/phone/messages', { from: phone.number, to: phone.peer, body, media, wait: false });
      stepDone('text');
      if (/^stop$/i.test(body.trim())) stepDone('stop');
    } catch (error) {
      complain(`Not sent. ${error.message}`);
      if (text.value === '') text.value = body;
      updateSend();
    }
  }

  function complain(message) {
    problem.hidden = message === null;
    problem.textContent = message ?? '';
  }

  head();
  draw(true);
  return phone;
}

function reason(httpStatus, error) {
  if (httpStatus !== null && httpStatus !== undefined) return `The application answered ${httpStatus}`;
  return error === 'ECONNREFUSED' ?
      'The application is not running'
    : `The application did not answer${error ? ` (${error})` : ''}`;
}

/** Text with its web addresses as links. */
function linked(body) {
  return body
    .split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/g)
    .map((part, i) => (i % 2 === 1 ? h('a', { href: part, target: '_blank', rel: 'noopener' }, part) : part));
}

/* ---- The guide ---- */

function stepDone(name) {
  document.querySelector(`.steps [data-step=${name}]`)?.classList.add('done');
}

function guide(applicationUrl, clock) {
  const first = numbers.find((item) => item.keywords.length > 0) ?? numbers[0];
  const step = (name, title, detail) =>
    h('li', { 'data-step': name }, h('div', {}, h('p', {}, title), h('p', {}, detail)));
  const application =
    applicationUrl ?
      h('a', { href: applicationUrl, target: '_blank', rel: 'noopener' }, 'the application')
    : 'the application';
  const box = document.querySelector('.guide');
  box.append(
    h(
      'div',
      { class: 'card' },
      h('h2', {}, 'Try this first'),
      h(
        'ol',
        { class: 'steps' },
        step(
          'text',
          first ? `Text ${first.keywords[0] ?? 'hello'} to ${formatNumber(first.number)}` : 'Text a number',
          first?.label ? `It belongs to ${first.label}.` : 'It reaches the application as a signed webhook.',
        ),
        step('answer', 'Watch the answer come in', 'With the opt-in confirmation that the rules ask for.'),
        h(
          'li',
          { 'data-step': 'chat' },
          h(
            'div',
            {},
            h('p', {}, 'Open ', application, ' and answer from live chat'),
            h('p', {}, 'Your words appear on this phone.'),
          ),
        ),
        step('stop', 'Text STOP', 'One confirmation comes, and nothing after it.'),
      ),
    ),
    clock?.movable === true ? testClock(clock, showClock) : '',
    h(
      'div',
      { class: 'card' },
      h('h2', {}, 'More phones'),
      h('p', { class: 'quiet' }, 'Put several people side by side. Each keeps its own number and conversations.'),
      h(
        'p',
        { class: 'spaced' },
        h('button', { type: 'button', class: 'button add', onclick: addAnother }, icon('plus'), 'Add a phone'),
      ),
    ),
    h(
      'div',
      { class: 'card' },
      h(
        'details',
        {},
        h('summary', {}, 'Numbers that misbehave on purpose'),
        h('p', {}, 'Send to one of these from the application to see how it deals with trouble.'),
        h('ul', { class: 'numbers-list', tabIndex: 0, 'aria-label': 'Numbers that misbehave' }),
      ),
    ),
  );
  box.querySelector('details').addEventListener('toggle', async () => {
    const list = box.querySelector('.numbers-list');
    if (list.childElementCount > 0) return;
    const { numbers: magic } = await call('GET', '/sandbox/magic');
    list.replaceChildren(...magic.map(({ number, says }) => h('li', {}, h('code', {}, number), h('span', {}, says))));
  });
}

await start();
