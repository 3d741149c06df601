// What all the pages share: building elements, icons, numbers and dates in words, calls, live updates.

/** Makes an element. Properties that start with "on" are listeners, `class` and `data-*` are attributes, the rest is set as it is. */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name in element && !name.startsWith('aria') && name !== 'list') element[name] = value;
    else element.setAttribute(name === 'class' ? 'class' : name, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const paths = {
  send: '<path d="M12 19V5M5 12l7-7 7 7"/>',
  clip: '<path d="M21 12.5 12.5 21a5.6 5.6 0 0 1-8-8L13 4.6a3.8 3.8 0 0 1 5.4 5.3l-8.5 8.500a1.9 1.9 0 0 1-2.7-2.700L15 8"/>',
  plus: '<path d="M12 5v14M5 12h14"/>',
  close: '<path d="M6 6l12 12M18 6 6 18"/>',
  clock: '<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>',
  check: '<path d="m5 12.5 4.5 4.500L19 7.5"/>',
  checks: '<path d="m2 12.5 4.5 4.500L15 8.500M11 16l1 1L21.5 7.5"/>',
  alert: '<circle cx="12" cy="12" r="9"/><path d="M12 7.500v5.500M12 16.500v.01"/>',
  back: '<path d="m15 5-7 7 7 7"/>',
  down: '<path d="m6 9 6 6 6-6"/>',
  phone: '<rect x="7" y="2.5" width="10" height="19" rx="2.5"/><path d="M11 18.500h2"/>',
  site: '<rect x="3" y="4" width="18" height="16" rx="2.5"/><path d="M3 9h18M12 13h5v4h-5z"/>',
  mail: '<rect x="3" y="5" width="18" height="14" rx="2.5"/><path d="m4 7 8 6 8-6"/>',
  file: '<path d="M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8z"/><path d="M14 3v5h5"/>',
  trash: '<path d="M4 7h16M10 11v6M14 11v6M6 7l1 13h10l1-13M9 7V4h6v3"/>',
  out: '<path d="M14 4h6v6M20 4l-9 9M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5"/>',
  signal: '<path d="M5 17v-3M10 17v-6M15 17V8M20 17V5"/>',
  search: '<circle cx="11" cy="11" r="6.5"/><path d="m16 16 4.5 4.5"/>',
};

export function icon(name) {
  const holder = document.createElement('template');
  holder.innerHTML = `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths[name]}</svg>`;
  return holder.content.firstChild;
}

/** +14155550100 → (415) 555-0100; other countries' numbers in groups of three. */
export function formatNumber(number) {
  const american = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number);
  if (american) return `(${american[1]}) ${american[2]}-${american[3]}`;
  return number.replace(/(\d{3})(?=\d{2})/g, '$1 ').trim();
}

/** What a person types → E.164, or null. Ten digits are taken as North American. */
export function parseNumber(text) {
  const digits = text.replace(/[^\d+]/g, '');
  if (/^\d{10}$/.test(digits)) return `+1${digits}`;
  if (/^1\d{10}$/.test(digits)) return `+${digits}`;
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : null;
}

const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const dayName = new Intl.DateTimeFormat(undefined, { weekday: 'short', month: 'short', day: 'numeric' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

let aheadMs = 0;
/** The time of the application, which people may move ahead. */
export const now = () => new Date(Date.now() + aheadMs);
/** Asks what time the application has; `movable`: whether it can be moved. */
export async function askClock() {
  const clock = await call('GET', '/sandbox/clock').catch(() => null);
  return clock === null ? null : takeClock(clock);
}
export function takeClock(clock) {
  aheadMs = Date.parse(clock.now) - Date.now();
  if (clock.aheadSeconds === 0) aheadMs = 0;
  return clock;
}

export const timeOf = (iso) => clock.format(new Date(iso));
export const exactTime = (iso) => exact.format(new Date(iso));

export function dayOf(iso) {
  const midnight = (date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  const days = Math.round((midnight(now()) - midnight(new Date(iso))) / 86_400_000);
  return (
    days === 0 ? 'Today'
    : days === 1 ? 'Yesterday'
    : dayName.format(new Date(iso))
  );
}

export function formatSize(bytes) {
  return (
    bytes < 1024 ? `${bytes} B`
    : bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`
  );
}

/** Calls the sandbox; an answer that is not 2xx becomes an Error with the sandbox's own words. */
export async function call(method, path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Error('The sandbox cannot be reached. Is it still running?');
  }
  const content = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (!answer.ok) throw new Error(content?.message ?? `The sandbox answered ${answer.status}.`);
  return content;
}

/** Listens for changes of some topics; `hello` comes at every (re)connection, so that what was missed can be read. */
export function listen(topics, { hello, message, mail }) {
  const words = new URLSearchParams(topics.map((topic) => ['topic', topic]));
  const source = new EventSource(`/sandbox/events?${words}`);
  const light = document.querySelector('.live');
  const show = (on) => {
    if (light === null) return;
    light.dataset.state = on ? 'on' : 'off';
    light.querySelector('.word').textContent = on ? 'Live' : 'Reconnecting…';
  };
  source.addEventListener('hello', () => {
    show(true);
    hello?.();
  });
  source.addEventListener('error', () => show(false));
  if (message) source.addEventListener('message', (event) => message(JSON.parse(event.data)));
  if (mail) source.addEventListener('mail', (event) => mail(JSON.parse(event.data)));
  return () => source.close();
}

/** The line at the top of every page, with the way to the product when it is known. */
export async function topBar(current) {
  const link = (href, name) => h('a', { href, 'aria-current': current === href ? 'page' : null }, name);
  const end = h('div', { class: 'end' });
  document
    .querySelector('.top')
    .append(
      h(
        'a',
        { class: 'brand', href: '/', 'aria-label': 'Sandbox, overview' },
        h('span', { class: 'mark' }, icon('signal')),
        h('span', { class: 'word' }, 'Sandbox'),
      ),
      h(
        'nav',
        { 'aria-label': 'Sandbox' },
        link('/', 'Overview'),
        link('/phone', 'Phones'),
        link('/inbox', 'Inbox'),
        link('/stripe', 'Payments'),
      ),
      end,
    );
  if (current !== '/')
    end.append(
      h('span', { class: 'live', role: 'status', 'data-state': 'off' }, h('span', { class: 'word' }, 'Connecting…')),
    );
  const status = await call('GET', '/sandbox/status').catch(() => null);
  if (status?.applicationUrl)
    end.append(
      h(
        'a',
        {
          class: 'button open-application',
          href: status.applicationUrl,
          target: '_blank',
          rel: 'noopener',
          'aria-label': 'Open the application',
          title: 'Open the application',
        },
        h('span', { class: 'word' }, 'Open the application'),
        icon('out'),
      ),
    );
  return status;
}
