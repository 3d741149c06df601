/**
 * The popup on somebody's own site: `<script async src="https://host/widget.js" data-popup="…">`. It changes nothing of
 * the page that it stands on: one element of its own beside the body, with a shadow root; one entry of the browser's
 * storage; no cookie, no style of the page's touched, nothing in the console.
 */
import type { PopupAnswer, PopupConfig } from '../../api/contract/popup.ts';
import { drawStep, drawTrigger, drawWindow, mustPhone, rootOf, tell, type Typed } from './draw.ts';
import { keep, type Kept, mayOpen, onSchedule, onSite, readKept, type Trigger } from './memory.ts';
import { createSender } from './send.ts';
import type { StepName } from './style.ts';
import { waitFor } from './triggers.ts';
import { words } from './labels.ts';

/** What all popups of a page share, however often the script is there. */
interface Shared {
  readonly ids: Set<string>;
  /** One is open, or has opened by itself already: nobody is asked twice on one page. */
  open: boolean;
  opened: boolean;
  /** How many buttons stand at each place. */
  readonly stacks: Record<string, number>;
}
const sharedName = Symbol.for('popup-widget');
const shared = ((globalThis as unknown as Record<symbol, Shared | undefined>)[sharedName] ??= {
  ids: new Set(),
  open: false,
  opened: false,
  stacks: {},
});
const storage = () => localStorage;

async function load(base: string, id: string): Promise<void> {
  const preview = new URLSearchParams(location.search).get('popup-preview');
  const asked = async (query: string): Promise<PopupConfig | null> => {
    // eslint-disable-next-line no-restricted-globals -- to where this script itself came from
    const reply = await fetch(`${base}/widget/${id}${query}`, { credentials: 'omit' });
    return reply.status === 200 ? ((await reply.json()) as PopupConfig) : null;
  };
  const draft = preview === null ? null : await asked(`?preview=${encodeURIComponent(preview)}`);
  const config = draft ?? (await asked(''));
  if (config === null || !onSite(config.page.settings, location.hostname)) return;
  start(base, config);
}

function start(base: string, config: PopupConfig): void {
  const { id, page, timezone } = config;
  const { settings, triggerButton } = page;
  const draft = config.version === 0;
  let kept: Kept = draft ? readKept(noStorage, id) : readKept(storage, id);
  if (kept.done || !onSchedule(settings, timezone, new Date())) return;
  const note = (more: Partial<Kept>) => {
    kept = { ...kept, ...more };
    if (!draft) keep(storage, id, kept);
  };

  const host = document.createElement('popup-widget');
  const root = rootOf(host, config);
  document.documentElement.append(host);
  const place = { doc: document, origin: base };
  const sender = createSender(base, config);
  const typed: Typed = { email: '', phone: '', consent: false, trap: '' };
  const steps = (['emailStep', 'phoneStep'] as const).filter((name) => page[name].Show);
  let step: StepName = steps[0] ?? 'thanksStep';
  let form: HTMLFormElement | null = null;
  let answer: PopupAnswer | null = null;
  let drawn: ReturnType<typeof drawWindow> | null = null;
  let button: HTMLButtonElement | null = null;
  let stop: (() => void) | null = null;
  const isModal = (box: HTMLElement): box is HTMLDialogElement => box instanceof HTMLDialogElement;

  const acts = { next: (at: StepName) => void next(at), skip: () => void skip(), close };
  function show(name: StepName, focused = true): void {
    step = name;
    form = drawStep(place, config, name, typed, acts, answer);
    drawn!.show(form);
    if (!focused) return;
    const target = name === 'thanksStep' ? form.querySelector<HTMLElement>('h2') : form.querySelector('input');
    target?.focus({ preventScroll: true });
  }

  /** Opens it. By itself it never takes the keyboard from somebody who is writing, nor stands on another's dialog. */
  function open(asked: boolean): void {
    if (shared.open) return;
    shared.open = true;
    if (!asked) {
      shared.opened = true;
      note({ times: kept.times + 1, at: Date.now() });
    }
    stop?.();
    if (button !== null) button.hidden = true;
    const before = document.activeElement;
    drawn = drawWindow(place, config, acts);
    const { box } = drawn;
    root.append(box);
    if (isModal(box)) {
      box.addEventListener('cancel', (event) => {
        event.preventDefault();
        close();
      });
      show(step, false);
      box.showModal();
      form?.querySelector<HTMLElement>('input, h2')?.focus({ preventScroll: true });
    } else {
      show(step, false);
      box.showPopover?.();
      box.addEventListener('keydown', (event) => {
        if (event.key === 'Escape') close();
      });
      if (asked) form?.querySelector<HTMLElement>('input, h2')?.focus({ preventScroll: true });
    }
    giveBack = () => {
      const inside = box.contains(root.activeElement);
      if (isModal(box)) box.close();
      box.remove();
      if (inside && !(before instanceof HTMLBodyElement) && before !== host)
        (before as HTMLElement | null)?.focus?.({ preventScroll: true });
    };
    if (!draft && steps.length > 0) void sender.mint();
  }
  let giveBack = () => {};

  function close(): void {
    if (drawn === null) return;
    // Who has given an address and leaves the number out has signed up: it is sent all the same.
    if (step === 'phoneStep' && typed.email !== '' && !mustPhone(config)) void send(true);
    else if (answer === null) note({ closed: true, at: Date.now() });
    shared.open = false;
    const asked = button?.hidden === true && root.activeElement !== null;
    drawn = null;
    giveBack();
    showButton();
    if (asked && document.activeElement === document.body) button?.focus({ preventScroll: true });
  }

  /** The button that opens it, or the tab that is left when it was closed; whoever has signed up needs neither. */
  function showButton(): void {
    const due = triggerButton.Show && (triggerButton.When === 'always' || kept.closed) && !kept.done && answer === null;
    if (button !== null) button.hidden = !due;
    else if (due) {
      const { Position } = triggerButton;
      const stack = shared.stacks[Position] ?? 0;
      shared.stacks[Position] = stack + 1;
      button = drawTrigger(place, config, () => open(true), stack);
      root.append(button);
    }
  }

  async function next(at: StepName): Promise<void> {
    if (form === null) return;
    if (at === 'thanksStep') return close();
    if (at === 'emailStep') {
      const input = form.querySelector<HTMLInputElement>('[name=email]')!;
      typed.email = input.value.trim();
      const left = typed.email === '' && !page.emailStep.Required;
      if (!left && (typed.email === '' || !input.validity.valid)) return tell(form, { email: words.badEmail });
    } else {
      const { ShowDisclaimerCheckBox: box } = page.phoneStep;
      if (typed.phone.trim() === '') return tell(form, { phone: mustPhone(config) ? words.mustPhone : words.noPhone });
      if (box && !typed.consent) return tell(form, { consent: mustPhone(config) ? words.mustTick : words.tick });
    }
    const following = steps[steps.indexOf(at) + 1];
    if (following !== undefined) return show(following);
    if (typed.email === '' && typed.phone.trim() === '') return close();
    await finish();
  }
  async function skip(): Promise<void> {
    if (typed.email === '') return close();
    Object.assign(typed, { phone: '', consent: false });
    await finish();
  }

  /** Sends it and thanks for it, or says what is wrong where it is wrong. */
  async function finish(): Promise<void> {
    const press = form?.querySelector<HTMLElement>('[type=submit]');
    if (press?.getAttribute('aria-busy') === 'true') return;
    press?.setAttribute('aria-busy', 'true');
    const errors = await send(false);
    press?.removeAttribute('aria-busy');
    if (drawn === null) return;
    if (errors === null) return show('thanksStep');
    if (errors['email'] !== undefined && step !== 'emailStep' && steps.includes('emailStep')) show('emailStep');
    if (form !== null) tell(form, errors);
  }
  async function send(leaving: boolean): Promise<Readonly<Record<string, string | undefined>> | null> {
    const given = leaving ? { ...typed, phone: '', consent: false } : typed;
    if (draft) answer = { success: true, code: 'EXAMPLE', link: null, note: null };
    else {
      if (leaving) note({ done: true, at: Date.now() });
      const sent = await sender.send(given, leaving);
      typed.trap = '';
      if ('lost' in sent) return { form: words.offline };
      if ('errors' in sent) return sent.errors;
      ({ answer } = sent);
    }
    note({ done: true, at: Date.now() });
    return null;
  }

  /** Whoever leaves the page in the middle of the second step has given their address already. */
  addEventListener('pagehide', () => {
    const left = drawn !== null && step === 'phoneStep' && typed.email !== '' && answer === null && !draft;
    if (left && !mustPhone(config)) void send(true);
  });

  showButton();
  if (steps.length === 0) return;
  stop = waitFor(settings, window, (trigger: Trigger) => {
    if (shared.open || shared.opened || document.hidden || isBusy()) return false;
    // Another page of this site may have shown it meanwhile.
    if (!draft) kept = { ...readKept(storage, id), closed: kept.closed };
    if (!draft && !mayOpen(kept, settings, trigger, Date.now())) return false;
    if (!onSchedule(settings, timezone, new Date())) return false;
    open(false);
    return true;
  });
}

const noStorage = (): Storage => {
  throw new Error('Nothing is kept of a draft.');
};
/** Somebody writes, or the page itself waits for an answer. */
function isBusy(): boolean {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  const writing = at !== null && (at.matches('input, textarea, select') || (at as HTMLElement).isContentEditable);
  return writing || document.querySelector('dialog:modal, [aria-modal="true"]') !== null;
}

/** A browser without these shows nothing: it is older than 2022. */
const able = () => 'adoptedStyleSheets' in document && 'showModal' in HTMLDialogElement.prototype;

const own = document.currentScript as HTMLScriptElement | null;
const scripts =
  own?.dataset['popup'] === undefined ?
    [...document.querySelectorAll<HTMLScriptElement>('script[data-popup][src*="/widget.js"]')]
  : [own];
for (const { src, dataset } of scripts) {
  const id = dataset['popup']!;
  if (!/^[0-9a-f-]{36}$/i.test(id) || shared.ids.has(id) || !able()) continue;
  shared.ids.add(id);
  // What goes wrong here is nothing for the site's visitors, nor for its console.
  load(new URL(src).origin, id).catch(() => {});
}
