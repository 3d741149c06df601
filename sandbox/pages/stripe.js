import { call, h, topBar } from './ui.js';

const calm = { delayMs: 0, jitterMs: 0, duplicateRate: 0, reorderRate: 0, lossRate: 0 };
const base = { webhooks: calm, delayMs: 0, away: 'no', lostAnswerRate: 0, requestsPerSecond: null };
/** Moods to choose from: a name, what it means, and the settings it makes. */
const moods = [
  ['Steady', 'Answers and events at once', base],
  [
    'Muddled',
    'A third of the events doubled, a third out of order',
    { ...base, webhooks: { ...calm, duplicateRate: 0.33, reorderRate: 0.33 } },
  ],
  ['Silent', 'No event is sent', { ...base, webhooks: { ...calm, lossRate: 1 } }],
  ['Lossy', 'A fifth of the answers get lost', { ...base, lostAnswerRate: 0.2 }],
  ['Busy', 'Two requests a second, then 429', { ...base, requestsPerSecond: 2 }],
  ['Away', 'Every connection is cut', { ...base, away: 'reset' }],
];
const hour = 3_600;
const steps = [
  ['1 hour', hour],
  ['1 day', 24 * hour],
  ['1 week', 7 * 24 * hour],
  ['1 month', 31 * 24 * hour],
];

const money = (amount, currency) =>
  new Intl.NumberFormat(undefined, { style: 'currency', currency: currency ?? 'usd' }).format(amount / 100);
const at = (seconds) => (seconds === null ? '' : new Date(seconds * 1000).toLocaleString());
const tables = document.querySelector('.tables');

function table(title, headings, rows) {
  return h(
    'section',
    { class: 'card' },
    h('h2', {}, title),
    rows.length === 0 ?
      h('p', { class: 'quiet' }, 'None yet.')
    : h(
        'div',
        { class: 'stripe-table', tabIndex: 0 },
        h(
          'table',
          {},
          h('thead', {}, h('tr', {}, ...headings.map((heading) => h('th', { scope: 'col' }, heading)))),
          h('tbody', {}, ...rows.map((row) => h('tr', {}, ...row.map((cell) => h('td', {}, cell))))),
        ),
      ),
  );
}

async function show() {
  const state = await call('GET', '/sandbox/stripe/state');
  document.querySelector('.clock').textContent =
    `It is ${new Date(state.now).toLocaleString()} here. Events go to ${state.endpoint ?? 'nobody'}.`;
  document.querySelector('.settings').textContent = JSON.stringify(state.behaviour, null, 2);
  tables.replaceChildren(
    table(
      'Customers',
      ['Name', 'Email', 'Cards', 'Metadata'],
      state.customers.map((one) => [
        one.name ?? one.id,
        one.email ?? '',
        one.cards.map(({ card }) => `${card.brand} •••• ${card.last4}`).join(', '),
        Object.entries(one.metadata)
          .map(([key, value]) => `${key}: ${value}`)
          .join(', '),
      ]),
    ),
    table(
      'Subscriptions',
      ['Customer', 'Status', 'Items', 'Period ends'],
      state.subscriptions.map((one) => [
        one.customer,
        one.status,
        one.items.data.map((item) => `${item.quantity} × ${money(item.price.unit_amount, one.currency)}`).join(', '),
        at(one.items.data[0].current_period_end),
      ]),
    ),
    table(
      'Invoices',
      ['Number', 'Status', 'Total', 'Why', 'Made'],
      state.invoices.map((one) => [
        h('a', { href: `/stripe/invoices/${one.id}` }, one.number ?? one.id),
        one.status,
        money(one.total, one.currency),
        one.billing_reason,
        at(one.created),
      ]),
    ),
    table(
      'Payments',
      ['Payment', 'Status', 'Amount', 'Customer', 'Made'],
      state.payments.map((one) => [
        one.id,
        one.status,
        money(one.amount, one.currency),
        one.customer ?? '',
        at(one.created),
      ]),
    ),
    table(
      'Events',
      ['Type', 'About', 'Made', ''],
      state.events.map((one) => [
        one.type,
        one.about ?? '',
        at(one.created),
        h(
          'button',
          { type: 'button', onclick: () => call('POST', `/sandbox/stripe/events/${one.id}/redeliver`) },
          'Send again',
        ),
      ]),
    ),
  );
}

document
  .querySelector('.moods')
  .append(
    ...moods.map(([name, says, settings]) =>
      h(
        'button',
        { type: 'button', onclick: async () => (await call('PUT', '/sandbox/stripe/behaviour', settings), show()) },
        h('b', {}, name),
        h('span', {}, says),
      ),
    ),
    ...steps.map(([name, seconds]) =>
      h(
        'button',
        { type: 'button', onclick: async () => (await call('POST', '/sandbox/stripe/advance', { seconds }), show()) },
        h('b', {}, `+ ${name}`),
        h('span', {}, 'Move its clock alone'),
      ),
    ),
  );
document
  .querySelector('.cards')
  .append(
    ...(await call('GET', '/sandbox/stripe/cards')).cards.map(({ number, says }) =>
      h('tr', {}, h('td', {}, h('code', {}, number)), h('td', {}, says)),
    ),
  );
await topBar('/stripe');
await show();
new EventSource('/sandbox/events?topic=stripe').addEventListener('stripe', show);
