// The pages that Stripe would serve: the card form in its frame, the bank's page, checkout, billing and invoices.
const main = document.querySelector('main');
const key = document.querySelector('meta[name="sandbox-key"]').content;
const query = new URLSearchParams(location.search);
const [, , kind, id] = location.pathname.split('/');
const isFramed = kind === 'elements' || (kind === 'authenticate' && query.has('parent'));

const el = (tag, attributes = {}, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) made.setAttribute(name, value === true ? '' : value);
  made.append(...children.filter((child) => child !== null));
  return made;
};
const money = (amount, currency) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: currency ?? 'usd' }).format(amount / 100);
const tellParent = (message) => {
  const parent = query.get('parent');
  if (parent !== null && window.parent !== window)
    window.parent.postMessage({ source: 'sandbox-card', ...message }, parent);
};
const tellHeight = () => tellParent({ kind: 'height', height: document.documentElement.scrollHeight });

async function api(path, fields) {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields),
  });
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.error?.message ?? body.message ?? 'That did not work.');
  return body;
}
async function own(path, body) {
  const answer = await fetch(path, {
    ...(body === undefined ?
      {}
    : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.message ?? 'That did not work.');
  return said;
}

const field = (label, name, attributes) => {
  const input = el('input', { id: name, name, required: true, autocomplete: 'off', ...attributes });
  return el('label', { for: name, class: attributes.class ?? '' }, el('span', {}, label), input);
};
const problem = () => el('p', { class: 'problem', role: 'alert', hidden: true });
function say(where, text) {
  where.hidden = text === '';
  where.textContent = text;
  tellHeight();
}

/** The fields of a card; `read` gives what Stripe.js would send. */
function cardFields() {
  const box = el(
    'div',
    { class: 'card-fields' },
    field('Card number', 'number', {
      inputmode: 'numeric',
      placeholder: '4242 4242 4242 4242',
      class: 'wide',
      maxlength: '23',
    }),
    field('Expiry', 'expiry', { inputmode: 'numeric', placeholder: 'MM / YY', maxlength: '7' }),
    field('Security code', 'cvc', { inputmode: 'numeric', placeholder: '123', maxlength: '4' }),
  );
  const number = box.querySelector('#number');
  number.addEventListener('input', () => {
    number.value = number.value
      .replace(/\D/g, '')
      .slice(0, 19)
      .replace(/(.{4})(?=.)/g, '$1 ');
  });
  const expiry = box.querySelector('#expiry');
  expiry.addEventListener('input', () => {
    const digits = expiry.value.replace(/\D/g, '').slice(0, 4);
    expiry.value = digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
  });
  return {
    box,
    read() {
      const [month = '', year = ''] = expiry.value.split('/').map((part) => part.trim());
      return {
        type: 'card',
        'card[number]': number.value.replace(/\s/g, ''),
        'card[exp_month]': month === '' ? '0' : month,
        'card[exp_year]': year === '' ? '0' : year,
        ...(box.querySelector('#cvc').value === '' ? {} : { 'card[cvc]': box.querySelector('#cvc').value }),
      };
    },
  };
}

/** Asks the cardholder as the bank would, and resolves with what became of it. */
function bank(intent) {
  return new Promise((resolve, reject) => {
    const before = [...main.childNodes];
    const finish = (outcome) => async () => {
      try {
        const after = await own(`/sandbox/stripe/authenticate/${intent.id}`, {
          outcome,
          clientSecret: intent.clientSecret,
        });
        main.replaceChildren(...before);
        tellHeight();
        resolve(after);
      } catch (error) {
        reject(error);
      }
    };
    main.replaceChildren(
      el('h1', {}, 'Confirm at your bank'),
      el('p', { class: 'quiet' }, 'A test page in place of your bank’s: choose how 3-D Secure ends.'),
      el(
        'div',
        { class: 'row' },
        el('button', { type: 'button', class: 'primary', onclick: finish('succeed') }, 'Complete authentication'),
        el('button', { type: 'button', onclick: finish('fail') }, 'Fail authentication'),
      ),
    );
    tellHeight();
  });
}

function cardForm() {
  const secret = query.get('client_secret') ?? '';
  const intentId = secret.split('_secret_')[0];
  const card = cardFields();
  const wrong = problem();
  const button = el('button', { type: 'submit', class: 'primary' }, 'Save card');
  const form = el(
    'form',
    {
      novalidate: true,
      onsubmit: async (event) => {
        event.preventDefault();
        button.disabled = true;
        say(wrong, '');
        try {
          const method = await api('/v1/payment_methods', card.read());
          let intent = await api(`/v1/setup_intents/${intentId}/confirm`, {
            client_secret: secret,
            payment_method: method.id,
          });
          if (intent.status === 'requires_action') {
            await bank({ id: intentId, clientSecret: secret });
            const looked = await fetch(`/v1/setup_intents/${intentId}?client_secret=${encodeURIComponent(secret)}`, {
              headers: { authorization: `Bearer ${key}` },
            });
            intent = await looked.json();
          }
          if (intent.status !== 'succeeded')
            throw new Error(intent.last_setup_error?.message ?? 'This card was not saved.');
          tellParent({ kind: 'saved', setupIntent: intent.id, paymentMethod: intent.payment_method });
        } catch (error) {
          say(wrong, error.message);
        } finally {
          button.disabled = false;
        }
      },
    },
    card.box,
    wrong,
    button,
    el(
      'p',
      { class: 'quiet' },
      'Test card form. Use 4242 4242 4242 4242, any future date and any code. ',
      el('a', { href: '/stripe', target: '_blank', rel: 'noreferrer' }, 'More test cards'),
    ),
  );
  main.replaceChildren(form);
  tellHeight();
}

async function checkoutPage() {
  const session = await own(`/sandbox/stripe/checkout/${id}`);
  if (session.status !== 'open') {
    main.replaceChildren(el('h1', {}, 'This page has expired'), el('p', {}, 'Go back and start again.'));
    return;
  }
  const card = cardFields();
  const wrong = problem();
  const button = el(
    'button',
    { type: 'submit', class: 'primary' },
    session.total === 0 ? 'Start trial' : `Pay ${money(session.total, session.currency)}`,
  );
  main.replaceChildren(
    el('h1', {}, 'Checkout'),
    el(
      'ul',
      { class: 'lines' },
      ...session.items.map((item) =>
        el(
          'li',
          {},
          el('span', {}, `${item.quantity} × ${item.name}`),
          el(
            'span',
            {},
            `${money(item.amount * item.quantity, session.currency)}${item.recurring === null ? '' : ` / ${item.recurring.interval}`}`,
          ),
        ),
      ),
    ),
    el(
      'form',
      {
        novalidate: true,
        onsubmit: async (event) => {
          event.preventDefault();
          button.disabled = true;
          say(wrong, '');
          try {
            const method = await api('/v1/payment_methods', card.read());
            const after = await own(`/sandbox/stripe/checkout/${id}`, {
              email: document.querySelector('#email').value,
              name: document.querySelector('#name').value,
              paymentMethod: method.id,
            });
            if (after.authenticate !== null) {
              const confirmed = await bank(after.authenticate);
              if (confirmed.status !== 'succeeded')
                throw new Error('Your bank did not confirm this payment. Try another card.');
            }
            location.assign(after.successUrl);
          } catch (error) {
            say(wrong, error.message);
            button.disabled = false;
          }
        },
      },
      field('Email', 'email', {
        type: 'email',
        value: session.email ?? '',
        readonly: session.email !== null,
        class: 'wide',
      }),
      field('Name on card', 'name', { class: 'wide' }),
      card.box,
      wrong,
      button,
    ),
    session.cancelUrl === null ? null : el('p', {}, el('a', { href: session.cancelUrl }, 'Go back')),
  );
}

async function portalPage() {
  const found = await own(`/sandbox/stripe/portal/${id}`);
  const back = query.get('return_url');
  main.replaceChildren(
    el('h1', {}, found.name ?? 'Billing'),
    el('p', { class: 'quiet' }, found.email ?? ''),
    el('h2', {}, 'Cards'),
    el('ul', { class: 'lines' }, ...found.cards.map((card) => el('li', {}, card))),
    el('h2', {}, 'Invoices'),
    el(
      'ul',
      { class: 'lines' },
      ...found.invoices.map((invoice) =>
        el(
          'li',
          {},
          el('a', { href: `/stripe/invoices/${invoice.id}` }, invoice.number),
          el('span', {}, `${money(invoice.total, invoice.currency)} · ${invoice.status}`),
        ),
      ),
    ),
    back === null || back === '' || !/^https?:/.test(back) ? null : el('p', {}, el('a', { href: back }, 'Go back')),
  );
}

async function invoicePage() {
  const invoice = await own(`/sandbox/stripe/invoices/${id}`);
  main.replaceChildren(
    el('h1', {}, `Invoice ${invoice.number ?? ''}`),
    el('p', { class: 'quiet' }, invoice.status),
    el(
      'ul',
      { class: 'lines' },
      ...invoice.lines.map((line) =>
        el('li', {}, el('span', {}, line.description), el('span', {}, money(line.amount, invoice.currency))),
      ),
      el('li', {}, el('strong', {}, 'Total'), el('strong', {}, money(invoice.total, invoice.currency))),
    ),
  );
}

async function authenticatePage() {
  const clientSecret = query.get('client_secret') ?? '';
  // A saved card that was refused without its cardholder is confirmed with them, as Stripe.js does.
  const method = query.get('payment_method');
  const confirmed =
    method === null ? null : (
      await api(`/v1/payment_intents/${id}/confirm`, { client_secret: clientSecret, payment_method: method })
    );
  if (confirmed !== null && confirmed.status !== 'requires_action') {
    tellParent({ kind: 'authenticated', status: confirmed.status });
    return;
  }
  const { returnUrl, status } = await bank({ id, clientSecret });
  // In a frame of the application, as Stripe.js would show it.
  if (query.has('parent')) {
    tellParent({ kind: 'authenticated', status });
    return;
  }
  const parameter = id.startsWith('seti_') ? 'setup_intent' : 'payment_intent';
  if (returnUrl === null) main.replaceChildren(el('h1', {}, 'Done'), el('p', {}, 'You can close this page.'));
  else {
    const to = new URL(returnUrl);
    to.searchParams.set(parameter, id);
    to.searchParams.set(`${parameter}_client_secret`, clientSecret);
    location.assign(to);
  }
}

document.body.classList.toggle('framed', isFramed);
const pages = {
  elements: async () => cardForm(),
  checkout: checkoutPage,
  portal: portalPage,
  invoices: invoicePage,
  authenticate: authenticatePage,
  receipts: async () => main.replaceChildren(el('h1', {}, 'Receipt'), el('p', {}, `Payment ${id}`)),
};
try {
  await pages[kind]();
} catch (error) {
  main.replaceChildren(el('h1', {}, 'That did not work'), el('p', {}, error.message));
}
