import { call, h, icon, topBar } from './ui.js';

const calm = { duplicateRate: 0, reorderRate: 0, reorderByMs: 2000, lossRate: 0, delayMs: 0, jitterMs: 0 };
const base = {
  create: { delayMs: 0, jitterMs: 0 },
  progress: { sentAfterMs: 250, deliveredAfterMs: 600, jitterMs: 150 },
  status: calm,
  inbound: calm,
  earlyCallbackRate: 0,
  ratePerSender: null,
  carrierOptOut: false,
};

/** Moods to choose from: a name, what it means, and the settings it makes. */
const moods = [
  ['Healthy', 'Quick and in order', base],
  [
    'Slow',
    'Answers after 2 s, delivery after 10 s',
    {
      ...base,
      create: { delayMs: 2000, jitterMs: 1000 },
      progress: { sentAfterMs: 3000, deliveredAfterMs: 7000, jitterMs: 3000 },
    },
  ],
  [
    'Muddled',
    'A third of the webhooks doubled, a third out of order',
    {
      ...base,
      status: { ...calm, duplicateRate: 0.33, reorderRate: 0.33 },
      inbound: { ...calm, duplicateRate: 0.33, reorderRate: 0.33 },
      earlyCallbackRate: 0.33,
    },
  ],
  ['Forgetful', 'A fifth of the delivery reports never come', { ...base, status: { ...calm, lossRate: 0.2 } }],
  ['Strict', 'One text a second for each sender, then 429', { ...base, ratePerSender: 1 }],
  ['Answers STOP itself', 'The carrier keeps the opt-outs and refuses with 21610', { ...base, carrierOptOut: true }],
];

// Only with a demo is there a popup to show.
fetch('/shop', { method: 'HEAD' }).then(({ ok }) => {
  document.querySelector('a[href="/shop"]').hidden = !ok;
});
for (const [i, name] of ['phone', 'mail', 'site'].entries()) document.querySelectorAll('.sign')[i].append(icon(name));

const box = document.querySelector('.moods');
const outcome = document.querySelector('.outcome');
box.append(
  ...moods.map(([name, says, settings]) =>
    h(
      'button',
      { type: 'button', 'aria-pressed': 'false', 'data-name': name, onclick: () => take(name, settings) },
      h('b', {}, name),
      h('span', {}, says),
    ),
  ),
);

showStatus(await topBar('/'));
setInterval(async () => {
  if (!document.hidden) showStatus(await call('GET', '/sandbox/status').catch(() => null));
}, 2_000);
await showBehaviour();
await showMagic();

async function take(name, settings) {
  try {
    await call('PUT', '/sandbox/behaviour', settings);
    outcome.classList.remove('bad');
    outcome.textContent = `The carrier is now: ${name.toLowerCase()}.`;
  } catch (error) {
    outcome.classList.add('bad');
    outcome.textContent = error.message;
  }
  await showBehaviour();
}

async function showBehaviour() {
  const behaviour = await call('GET', '/sandbox/behaviour').catch(() => null);
  if (behaviour === null) return;
  document.querySelector('.settings').textContent = JSON.stringify(behaviour, null, 2);
  const matches = (part, whole) =>
    Object.entries(part).every(([key, value]) =>
      value !== null && typeof value === 'object' ? matches(value, whole[key]) : whole[key] === value,
    );
  for (const [name, , settings] of moods)
    box.querySelector(`[data-name="${name}"]`).setAttribute('aria-pressed', String(matches(settings, behaviour)));
}

function showStatus(status) {
  if (status === null) return;
  const fact = (label, value) => h('div', {}, h('dt', {}, label), h('dd', {}, Number(value).toLocaleString()));
  document
    .querySelector('.facts')
    .replaceChildren(
      fact('Texts', status.messages),
      fact('E-mails', status.mails),
      fact('Numbers', status.numbers),
      fact('Webhooks under way', status.pending.callbacks),
    );
}

async function showMagic() {
  const { numbers, recipients } = await call('GET', '/sandbox/magic');
  const row = (what, says) => h('tr', {}, h('td', {}, h('code', {}, what)), h('td', {}, says));
  document
    .querySelector('.magic')
    .append(
      ...numbers.map(({ number, says }) => row(number, says)),
      ...recipients.map(({ recipient, says }) => row(recipient, says)),
    );
}
