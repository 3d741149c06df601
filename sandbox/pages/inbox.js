import { call, dayOf, exactTime, formatSize, h, icon, listen, timeOf, topBar } from './ui.js';

const list = document.querySelector('.mails');
const pane = document.querySelector('.mail');
const search = document.querySelector('.search input');
const clear = document.querySelector('.clear');
const dialog = document.querySelector('dialog');

let mails = [];
let chosen = decodeURIComponent(location.hash.slice(1)) || null;
let view = null;
let smtpPort = null;
const read = new Set(remembered());

clear.append(icon('trash'), 'Delete all');
clear.addEventListener('click', () => {
  dialog.querySelector('p').textContent =
    mails.length === 1 ? 'One mail goes for good.' : `${mails.length} mails go for good.`;
  dialog.showModal();
});
dialog.addEventListener('close', async () => {
  if (dialog.returnValue !== 'delete') return;
  dialog.returnValue = '';
  await call('DELETE', '/inbox/messages');
  choose(null);
  await load();
});
search.addEventListener('input', drawList);
list.addEventListener('keydown', (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const buttons = [...list.querySelectorAll('button')];
  const next = buttons[buttons.indexOf(document.activeElement) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  next.click();
});
addEventListener('hashchange', () => {
  const id = decodeURIComponent(location.hash.slice(1)) || null;
  if (id !== chosen) choose(id);
});

smtpPort = (await topBar('/inbox'))?.smtpPort ?? null;
listen(['mail'], { hello: load, mail: load });

function remembered() {
  try {
    return JSON.parse(localStorage.getItem('sandbox.read') ?? '[]');
  } catch {
    return [];
  }
}

async function load() {
  try {
    ({ messages: mails } = await call('GET', '/inbox/messages'));
  } catch (error) {
    list.replaceChildren(h('li', { class: 'problem', role: 'alert' }, error.message));
    return;
  }
  if (chosen === null && mails.length > 0 && matchMedia('(min-width: 761px)').matches) choose(mails[0].id);
  else drawMail();
  drawList();
}

function choose(id) {
  chosen = id;
  view = null;
  if (id !== null) {
    read.add(id);
    try {
      localStorage.setItem('sandbox.read', JSON.stringify([...read].slice(-500)));
    } catch {
      // Without memory every mail is new again next time.
    }
  }
  history.replaceState(null, '', id === null ? location.pathname : `#${id}`);
  document.body.classList.toggle('reading', id !== null);
  drawList();
  drawMail();
}

function drawList() {
  const wanted = search.value.trim().toLowerCase();
  const found = mails.filter(
    (mail) =>
      wanted === '' ||
      [mail.from, mail.subject, ...mail.to, ...mail.envelope.to].some((text) => text.toLowerCase().includes(wanted)),
  );
  clear.hidden = mails.length === 0;
  const focused = list.contains(document.activeElement) ? document.activeElement.dataset.id : null;
  list.replaceChildren(
    ...found.map((mail) =>
      h(
        'li',
        { class: read.has(mail.id) ? null : 'unread' },
        h(
          'button',
          {
            type: 'button',
            'data-id': mail.id,
            'aria-current': String(mail.id === chosen),
            onclick: () => choose(mail.id),
          },
          h('span', { class: 'who' }, mail.envelope.to.join(', ')),
          h(
            'time',
            { dateTime: mail.receivedAt, title: exactTime(mail.receivedAt) },
            dayOf(mail.receivedAt) === 'Today' ? timeOf(mail.receivedAt) : dayOf(mail.receivedAt),
          ),
          h('span', { class: 'subject' }, mail.subject || '(no subject)'),
          h('span', { class: 'peek' }, peek(mail)),
        ),
      ),
    ),
  );
  if (found.length === 0) {
    list.append(
      h(
        'li',
        { class: 'nothing' },
        ...(mails.length === 0 ?
          [
            h('span', { class: 'round' }, icon('mail')),
            h('h2', {}, 'No mail yet'),
            h(
              'p',
              {},
              `What the application sends by e-mail lands here and goes no further.${smtpPort ? ` SMTP listens on port ${smtpPort}.` : ''}`,
            ),
          ]
        : [h('h2', {}, 'Nothing found'), h('p', {}, `No mail matches “${search.value.trim()}”.`)]),
      ),
    );
  }
  if (focused !== null) list.querySelector(`[data-id="${focused}"]`)?.focus();
}

function peek(mail) {
  const text =
    mail.text ||
    (mail.html ?? '')
      .replace(/<style[\s\S]*?<\/style>|<[^>]+>/gi, ' ')
      .replace(/&nbsp;/g, ' ')
      .replace(/&amp;/g, '&');
  return text.replace(/\s+/g, ' ').trim().slice(0, 120);
}

function drawMail() {
  const mail = mails.find((one) => one.id === chosen);
  if (mail === undefined) {
    document.body.classList.remove('reading');
    delete pane.dataset.id;
    pane.replaceChildren(
      mails.length > 0 ?
        h(
          'div',
          { class: 'nothing' },
          h('h2', {}, 'Choose a mail'),
          h('p', {}, 'It opens here, as its reader would see it.'),
        )
      : '',
    );
    return;
  }
  if (pane.dataset.id === mail.id && view !== null) return;
  pane.dataset.id = mail.id;
  document.body.classList.add('reading');
  document.title = `${mail.subject || '(no subject)'} · Inbox · Sandbox`;

  const views = [
    mail.html === null ?
      null
    : [
        'html',
        'Message',
        () =>
          h('iframe', {
            src: `/inbox/messages/${mail.id}/html`,
            title: `Mail: ${mail.subject}`,
            sandbox: 'allow-popups allow-popups-to-escape-sandbox',
          }),
      ],
    [
      'text',
      mail.html === null ? 'Message' : 'Plain text',
      () => h('pre', {}, mail.text || 'This mail has no plain text part.'),
    ],
    mail.attachments.length === 0 ?
      null
    : [
        'files',
        `Attachments (${mail.attachments.length})`,
        () =>
          h(
            'ul',
            { class: 'files' },
            mail.attachments.map((item) =>
              h(
                'li',
                {},
                h(
                  'a',
                  { class: 'card', href: item.url, target: '_blank', rel: 'noopener' },
                  icon('file'),
                  h(
                    'span',
                    {},
                    h('b', {}, item.name),
                    h('span', { class: 'quiet' }, `${item.contentType} · ${formatSize(item.size)}`),
                  ),
                ),
              ),
            ),
          ),
      ],
    [
      'headers',
      'Headers',
      () =>
        h(
          'div',
          { class: 'inner' },
          h(
            'table',
            {},
            h(
              'tbody',
              {},
              mail.headers.map(({ name, value }) => h('tr', {}, h('td', {}, name), h('td', {}, value))),
            ),
          ),
        ),
    ],
    [
      'source',
      'Source',
      () => {
        const box = h('pre', { class: 'code' }, 'Loading…');
        fetch(`/inbox/messages/${mail.id}/raw`)
          .then((answer) => answer.text())
          .then(
            (text) => {
              box.textContent = text;
            },
            () => {
              box.textContent = 'The source could not be read.';
            },
          );
        return box;
      },
    ],
  ].filter((item) => item !== null);

  const body = h('div', { class: 'body', role: 'tabpanel', tabIndex: 0, 'aria-label': 'Mail' });
  const tabs = h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Parts of the mail' });
  const show = (name) => {
    view = name;
    tabs.replaceChildren(
      ...views.map(([key, label]) =>
        h(
          'button',
          {
            type: 'button',
            role: 'tab',
            'aria-selected': String(key === name),
            tabIndex: key === name ? 0 : -1,
            onclick: () => show(key),
          },
          label,
        ),
      ),
    );
    body.replaceChildren(views.find(([key]) => key === name)[2]());
  };
  tabs.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const at = views.findIndex(([key]) => key === view);
    show(views[(at + step + views.length) % views.length][0]);
    tabs.querySelector('[aria-selected=true]').focus();
  });
  const person = (label, text) => [h('dt', {}, label), h('dd', {}, text)];
  const shown = mail.to.join(', ');
  const envelope = mail.envelope.to.filter((address) => !shown.toLowerCase().includes(address.toLowerCase()));
  pane.replaceChildren(
    h(
      'header',
      {},
      h('button', { type: 'button', class: 'button plain back', onclick: () => choose(null) }, icon('back'), 'Inbox'),
      h('h2', {}, mail.subject || '(no subject)'),
      h(
        'dl',
        { class: 'people' },
        person('From', mail.from),
        person('To', shown),
        envelope.length > 0 ? person('Delivered to', envelope.join(', ')) : [],
        person('Received', `${exactTime(mail.receivedAt)} · ${formatSize(mail.size)}`),
      ),
      tabs,
    ),
    body,
  );
  show(views[0][0]);
}
