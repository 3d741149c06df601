import { liveBars } from './live.ts';

/**
 * What a page does besides in a browser that runs scripts. Everything works without it: here forms are sent without
 * reloading, mistakes are told at their field at once, votes go in two steps. A few KB, no library.
 */
interface Refusal {
  readonly message?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly location?: string;
  /** A new key, where the form's own can not be used any more. */
  readonly key?: string;
}

const idOf = (name: string): string => `pv-${name.replace('.', '-')}`;
const all = (root: ParentNode, selector: string): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(selector)];

function clear(form: HTMLFormElement, name?: string): void {
  for (const field of all(form, '[data-field]')) {
    if (name !== undefined && field.dataset['field'] !== name) continue;
    field.querySelector('.pv-error')?.remove();
    for (const input of [field, ...all(field, '[aria-invalid]')]) {
      input.removeAttribute('aria-invalid');
      const others = (input.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => !id.endsWith('-error'));
      if (others.join('') === '') input.removeAttribute('aria-describedby');
      else input.setAttribute('aria-describedby', others.join(' '));
    }
  }
  if (name === undefined) form.querySelector('[data-errors]')?.replaceChildren();
}

/** Says what is wrong beside each field, and goes to the first. */
function tell(form: HTMLFormElement, { message, errors = {} }: Refusal): void {
  clear(form);
  let first: HTMLElement | null = null;
  for (const [name, [words]] of Object.entries(errors)) {
    const field = all(form, '[data-field]').find((one) => one.dataset['field'] === name);
    if (field === undefined || words === undefined) continue;
    const error = document.createElement('span');
    error.className = 'pv-error';
    error.id = `${idOf(name)}-error`;
    error.textContent = words;
    const input = field.matches('fieldset') ? field : (field.querySelector<HTMLElement>('input,select') ?? field);
    input.setAttribute('aria-invalid', 'true');
    input.setAttribute(
      'aria-describedby',
      [input.getAttribute('aria-describedby'), error.id].filter(Boolean).join(' '),
    );
    if (field.matches('fieldset')) field.querySelector('legend')?.after(error);
    else field.append(error);
    first ??= field.matches('fieldset') ? (field.querySelector<HTMLElement>('input') ?? field) : input;
    if (name === 'choices') form.dataset['at'] = 'choose';
  }
  if (first === null) {
    const line = document.createElement('p');
    line.textContent = message ?? '';
    form.querySelector('[data-errors]')?.replaceChildren(line);
    line.scrollIntoView({ block: 'center' });
  } else first.focus();
}

async function send(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]');
  if (button?.getAttribute('aria-busy') === 'true') return;
  button?.setAttribute('aria-busy', 'true');
  try {
    // eslint-disable-next-line no-restricted-globals -- to where the page itself came from
    const answer = await fetch(form.action, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(new FormData(form) as unknown as Record<string, string>),
    });
    const said = (await answer.json()) as Refusal;
    if (said.location !== undefined) {
      location.assign(said.location);
      return;
    }
    const key = form.querySelector<HTMLInputElement>('[name=key]');
    if (said.key !== undefined && key !== null) key.value = said.key;
    const trap = form.querySelector<HTMLInputElement>('[name=topic]');
    if (trap !== null) trap.value = '';
    tell(form, said);
  } catch {
    // Nothing that we can read came back: the form goes the ordinary way, with the same key.
    form.submit();
  }
  button?.removeAttribute('aria-busy');
}

/** Tells once that the form is being filled in: which of its drawings, and from where its reader came; not who, not what. */
function begin(form: HTMLFormElement): void {
  if (form.dataset['begun'] !== undefined) return;
  form.dataset['begun'] = '';
  const said = new URLSearchParams();
  for (const name of ['key', 'version', 'from'])
    said.set(name, form.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? '');
  navigator.sendBeacon?.(`${form.action}/started`, said);
}

function steps(form: HTMLFormElement): void {
  const next = form.querySelector('[data-next]');
  if (next === null) return;
  const chosen = () => form.querySelector('[name=choices]:checked') !== null;
  form.dataset['at'] = chosen() || form.querySelector('[aria-invalid]') !== null ? 'who' : 'choose';
  next.addEventListener('click', () => {
    if (!chosen()) return form.querySelector<HTMLElement>('[name=choices]')?.focus();
    form.dataset['at'] = 'who';
    form.querySelector<HTMLElement>('[data-step=who] input')?.focus();
  });
  // Who thinks again sees all choices again.
  form.querySelector('[data-field=choices]')?.addEventListener('click', (event) => {
    if (form.dataset['at'] === 'who' && (event.target as HTMLElement).closest('.pv-option'))
      form.dataset['at'] = 'choose';
  });
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-form]')) {
  form.noValidate = true;
  steps(form);
  form.addEventListener('input', ({ target }) => {
    const input = target as HTMLInputElement;
    begin(form);
    clear(form, input.name);
    // Month and day: the line between them comes by itself.
    if ('day' in input.dataset && /^\d{3,4}$/.test(input.value))
      input.value = `${input.value.slice(0, 2)}/${input.value.slice(2)}`;
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(form);
  });
}
// In a frame on somebody's site: what is shown elsewhere (a coupon, the small print) opens beside it, whole.
if (window.top !== window)
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    const back = link.classList.contains('pv-back') || /^\/pages\/[^/]+\/[^/]+(?:\/result)?$/.test(link.pathname);
    if (!back && link.target === '') Object.assign(link, { target: '_blank', rel: 'noopener' });
  }
for (const section of all(document, '[data-live]')) liveBars(section);
// Gone back to: what was under way is over.
addEventListener('pageshow', () => {
  for (const button of all(document, '[aria-busy]')) button.removeAttribute('aria-busy');
});
for (const button of all(document, '[data-copy]'))
  button.addEventListener('click', () => {
    const input = document.getElementById(button.dataset['copy']!) as HTMLInputElement;
    input.select();
    void navigator.clipboard?.writeText(input.value);
    const words = button.querySelector<HTMLElement>('[data-after]');
    if (words !== null) words.textContent = words.dataset['after']!;
  });
if ('share' in navigator)
  for (const button of all(document, '[data-share]')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      navigator.share({ title: document.title, url: button.dataset['share']! }).catch(() => undefined);
    });
  }
// A member shares or visits: it is said to have been done, and the page shows their points when they are back at it.
for (const link of all(document, '[data-act]'))
  link.addEventListener('click', () => {
    const { act, action, reward } = link.dataset;
    // eslint-disable-next-line no-restricted-globals -- to where the page itself came from
    void fetch(act!, {
      method: 'POST',
      keepalive: true,
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({ action, reward_id: reward }),
    }).then(
      ({ ok }) => {
        if (!ok) return;
        if (document.visibilityState === 'visible') location.reload();
        else
          addEventListener(
            'visibilitychange',
            () => {
              location.reload();
            },
            { once: true },
          );
      },
      () => undefined,
    );
  });
// The business's own frame says how high it is; nothing else of what it says is listened to.
addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
  const frame = document.querySelector<HTMLIFrameElement>('.pv-script');
  const height = (data as { height?: unknown } | null)?.height;
  if (frame === null || source !== frame.contentWindow || typeof height !== 'number') return;
  frame.style.height = `${Math.min(2_000, Math.max(0, Math.round(height)))}px`;
});
