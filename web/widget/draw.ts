import type { RichText, Run } from '../../api/contract/page-model.ts';
import type { PopupAnswer, PopupConfig } from '../../api/contract/popup.ts';
import { ownAddress, webAddress } from '../pages/address.ts';
import { popupStyles, type StepName } from './style.ts';
import { words } from './labels.ts';

/** What somebody has typed so far. */
export interface Typed {
  email: string;
  phone: string;
  consent: boolean;
  /** In the field that nobody sees. */
  trap: string;
}
export interface Acts {
  /** The step's button, with what stands in its fields. */
  readonly next: (step: StepName) => void;
  readonly skip: () => void;
  readonly close: () => void;
}
/** What a drawing needs besides the popup. */
export interface Place {
  readonly doc: Document;
  /** Where pictures come from: `https://host`, empty for here. */
  readonly origin: string;
  /** A section that is worked on in the builder. */
  readonly picked?: string | null;
}

type Attributes = Readonly<Record<string, string | boolean | undefined>>;
const svgSpace = 'http://www.w3.org/2000/svg';

/** An element of plain DOM: words are text, never markup; nothing here needs a policy that allows anything. */
function h<K extends keyof HTMLElementTagNameMap>(
  doc: Document,
  name: K,
  attributes: Attributes = {},
  ...children: readonly (Node | string | null)[]
): HTMLElementTagNameMap[K] {
  const element = doc.createElement(name);
  for (const [attribute, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) element.setAttribute(attribute, value === true ? '' : value);
  element.append(...children.filter((child) => child !== null));
  return element;
}
const pickedOf = (place: Place, section: string): Attributes => ({
  'data-section': section,
  ...(place.picked === section ? { 'data-picked': true } : {}),
});

function runs(doc: Document, all: readonly Run[]): Node[] {
  return all.map((run) => {
    let node: Node = doc.createTextNode(run.text);
    if (run.text.includes('\n')) {
      const lines = run.text.split('\n');
      node = h(doc, 'span', {}, ...lines.flatMap((one, at) => (at === 0 ? [one] : [h(doc, 'br'), one])));
    }
    if (run.bold) node = h(doc, 'strong', {}, node);
    if (run.italic) node = h(doc, 'em', {}, node);
    if (run.underline) node = h(doc, 'u', {}, node);
    const href = run.link === undefined ? null : webAddress(run.link);
    return href === null ? node : h(doc, 'a', { href, rel: 'noopener noreferrer nofollow', target: '_blank' }, node);
  });
}
const alignOf = ({ align }: RichText[number]): Attributes =>
  align === undefined ? {}
  : align === 'center' ? { class: 'm-c' }
  : { class: align[0]! };

function rich(doc: Document, text: RichText): Node[] {
  const drawn: Node[] = [];
  let list = null as HTMLElement | null;
  for (const block of text) {
    const listed =
      block.kind === 'bullet' ? 'ul'
      : block.kind === 'number' ? 'ol'
      : null;
    if (listed === null) {
      list = null;
      drawn.push(h(doc, 'p', { ...alignOf(block), dir: 'auto' }, ...runs(doc, block.runs)));
      continue;
    }
    if (list?.localName !== listed) drawn.push((list = h(doc, listed)));
    list.append(h(doc, 'li', { dir: 'auto' }, ...runs(doc, block.runs)));
  }
  return drawn;
}

/** The first block is the heading, the others follow it; no heading: the company's name is one for screen readers. */
function said(doc: Document, { company, page }: PopupConfig, step: StepName): HTMLElement {
  const { Content, Description } = page[step];
  const [first, ...more] = Content;
  const heading = h(
    doc,
    'h2',
    { id: 'h', tabindex: '-1', dir: 'auto', ...(first === undefined ? { class: 'h' } : alignOf(first)) },
    ...(first === undefined ? [company] : runs(doc, first.runs)),
  );
  return h(doc, 'div', { class: 'w' }, heading, ...rich(doc, more), ...rich(doc, Description));
}

/** A drawing of lines, 16 × 16. */
function lines(doc: Document, path: string): SVGElement {
  const svg = doc.createElementNS(svgSpace, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  const shape = doc.createElementNS(svgSpace, 'path');
  shape.setAttribute('d', path);
  svg.append(shape);
  return svg;
}

/** A field with its label, and room for what is wrong with it. */
function field(doc: Document, name: 'email' | 'phone', placeholder: string, value: string): HTMLElement {
  const email = name === 'email';
  const input = h(doc, 'input', {
    name,
    type: email ? 'email' : 'tel',
    inputmode: email ? 'email' : 'tel',
    autocomplete: email ? 'email' : 'tel',
    autocapitalize: 'none',
    maxlength: email ? '254' : '40',
    placeholder,
    'aria-describedby': `e-${name}`,
    required: true,
  });
  input.value = value;
  return h(
    doc,
    'div',
    {},
    h(doc, 'label', {}, email ? words.email : words.phone, input),
    h(doc, 'p', { class: 'e', id: `e-${name}`, 'data-error': name }),
  );
}

function fine({ legal }: PopupConfig, doc: Document, text: string | null): HTMLElement | null {
  const link = (label: string, address: string | null) => {
    const href = address === null ? null : webAddress(address);
    return href === null ? null : h(doc, 'a', { href, target: '_blank', rel: 'noopener' }, label);
  };
  const links = [link(words.policy, legal.policy), link(words.terms, legal.terms)].filter((one) => one !== null);
  if (text === null && links.length === 0) return null;
  return h(doc, 'p', { class: 'n', dir: 'auto' }, text, text === null || links.length === 0 ? null : ' ', ...links);
}

/** The coupon: its code, to be copied, and where it is shown whole. */
function prize(doc: Document, answer: PopupAnswer): (HTMLElement | null)[] {
  const { code, link, note } = answer;
  const href = link === null ? null : webAddress(link);
  const copy = h(doc, 'button', { type: 'button' }, words.copy);
  copy.addEventListener('click', () => {
    void doc.defaultView?.navigator.clipboard?.writeText(code ?? '').then(() => {
      copy.textContent = words.copied;
    });
  });
  return [
    note === null ? null : h(doc, 'p', { class: 'w' }, note),
    code === null ? null : h(doc, 'div', { class: 'o' }, h(doc, 'strong', { translate: 'no' }, code), copy),
    href === null ? null : h(doc, 'a', { class: 'a', href, target: '_blank', rel: 'noopener' }, words.open),
  ];
}

/** Whether the second step can be left out. */
export const mustPhone = ({ page, phoneAlways }: PopupConfig): boolean => phoneAlways || page.phoneStep.Required;

/** One step, as a form of its own. */
export function drawStep(
  place: Place,
  config: PopupConfig,
  step: StepName,
  typed: Typed,
  acts: Acts,
  answer: PopupAnswer | null = null,
): HTMLFormElement {
  const { doc } = place;
  const { page, consent } = config;
  const phoneMust = mustPhone(config);
  const button = h(doc, 'button', { type: 'submit', class: 'p' }, page[step].Label);
  const form = h(doc, 'form', { class: `f ${step}`, ...pickedOf(place, step) }, said(doc, config, step));
  form.noValidate = true;
  if (step === 'emailStep')
    form.append(
      field(doc, 'email', page.emailStep.Placeholder, typed.email),
      ...[button, fine(config, doc, consent.email)].filter((one) => one !== null),
    );
  if (step === 'phoneStep') {
    const { ShowDisclaimerCheckBox: box, SkipLabel, Placeholder } = page.phoneStep;
    const tick = h(doc, 'input', { type: 'checkbox', name: 'consent', 'aria-describedby': 'e-consent' });
    tick.checked = typed.consent;
    const skip = h(doc, 'button', { type: 'button', class: 'q' }, SkipLabel);
    skip.addEventListener('click', acts.skip);
    form.append(field(doc, 'phone', Placeholder, typed.phone));
    if (box)
      form.append(
        h(
          doc,
          'div',
          {},
          h(doc, 'label', { class: 'k' }, tick, h(doc, 'span', { dir: 'auto' }, consent.phone)),
          h(doc, 'p', { class: 'e', id: 'e-consent', 'data-error': 'consent' }),
        ),
      );
    form.append(
      ...[button, phoneMust ? null : skip, fine(config, doc, box ? null : consent.phone)].filter((one) => one !== null),
    );
  }
  if (step === 'thanksStep')
    form.append(
      ...(page.thanksStep.ShowCode && answer !== null ? prize(doc, answer) : []).filter((one) => one !== null),
      button,
    );
  else {
    const trap = h(doc, 'input', { type: 'text', name: 'topic', tabindex: '-1', autocomplete: 'off' });
    form.append(
      h(doc, 'p', { class: 'e', role: 'alert', 'data-error': 'form' }),
      h(doc, 'div', { class: 'h', 'aria-hidden': 'true' }, h(doc, 'label', {}, words.leaveEmpty, trap)),
    );
  }
  form.addEventListener('input', () => {
    const value = (name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`);
    typed.email = value('email')?.value ?? typed.email;
    typed.phone = value('phone')?.value ?? typed.phone;
    typed.consent = value('consent')?.checked ?? typed.consent;
    typed.trap = value('topic')?.value ?? typed.trap;
    tell(form, {});
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    acts.next(step);
  });
  return form;
}

/** Says what is wrong beside each field, and goes to the first. `form` is of the whole. */
export function tell(form: HTMLFormElement, errors: Readonly<Record<string, string | undefined>>): void {
  let first: HTMLElement | null = null;
  for (const place of form.querySelectorAll<HTMLElement>('[data-error]')) {
    const name = place.dataset['error']!;
    const input = form.querySelector<HTMLInputElement>(`[name=${name}]`);
    const words = errors[name] ?? '';
    if (place.textContent !== words) place.textContent = words;
    if (words === '') input?.removeAttribute('aria-invalid');
    else input?.setAttribute('aria-invalid', 'true');
    if (words !== '') first ??= input;
  }
  first?.focus();
}

export interface Drawn {
  /** What is shown and hidden: a dialog where the page waits for it, a box beside the page's content otherwise. */
  readonly box: HTMLElement;
  /** Another step takes the place of what is there. */
  show(step: HTMLFormElement): void;
}

/** The window, without a step in it. `inert`: for a picture of it, where nothing takes the keyboard. */
export function drawWindow(place: Place, config: PopupConfig, acts: Acts, still = false): Drawn {
  const { doc, origin } = place;
  const { styling, closeButton } = config.page;
  const modal = styling.Position === 'center';
  const picture = styling.BackgroundImage;
  const src = picture === null ? null : ownAddress(picture.url);
  const image =
    picture === null || src === null ?
      null
    : h(
        doc,
        'div',
        { class: `i i-${styling.ImagePlace}`, 'data-section': 'styling' },
        h(doc, 'img', { src: /^data:/.test(src) ? src : origin + src, alt: picture.alt }),
      );
  if (image !== null && picture !== null)
    image.querySelector('img')!.style.objectPosition = `${picture.focusX}% ${picture.focusY}%`;
  const close = h(doc, 'button', {
    type: 'button',
    class: 'x',
    'aria-label': closeButton.Label || words.close,
    ...pickedOf(place, 'closeButton'),
  });
  close.append(lines(doc, 'M3 3l10 10M13 3L3 13'));
  close.addEventListener('click', acts.close);
  const body = h(doc, 'div', { class: 'b' });
  const badge = config.version === 0 && !still ? h(doc, 'span', { class: 'g' }, words.preview) : null;
  const card = h(
    doc,
    'div',
    { class: `c c-${styling.ImagePlace}${image === null ? '' : ' c-pic'}`, ...pickedOf(place, 'styling') },
    image,
    body,
    close,
    badge,
  );
  const scene = h(doc, 'div', { class: 's' }, card);
  const attributes = { class: `d ${modal ? 'm' : `u ${styling.Position}`}`, 'aria-labelledby': 'h' };
  const box =
    modal && !still ?
      h(doc, 'dialog', attributes, scene)
    : h(doc, 'div', { ...attributes, role: 'dialog', ...(still ? {} : { popover: 'manual' }) }, scene);
  if (modal) {
    // Pressed beside it: only where the finger went down there, too, so that a drag out of a field closes nothing.
    let down: EventTarget | null = null;
    scene.addEventListener('pointerdown', ({ target }) => {
      down = target;
    });
    scene.addEventListener('click', ({ target }) => {
      if (target === scene && down === scene) acts.close();
    });
  }
  return {
    box,
    show(step) {
      body.replaceChildren(step);
    },
  };
}

/** The button that opens it: there from the start, or the tab that is left of it. `stack`: how many stand there already. */
export function drawTrigger(place: Place, config: PopupConfig, open: () => void, stack = 0): HTMLButtonElement {
  const { Position, Label } = config.page.triggerButton;
  const button = h(
    place.doc,
    'button',
    { type: 'button', class: `t t-${Position}`, 'aria-haspopup': 'dialog', dir: 'auto' },
    h(place.doc, 'span', pickedOf(place, 'triggerButton'), Label || config.company),
  );
  if (stack > 0) button.style.setProperty('--stack', `${stack * 64}px`);
  button.addEventListener('click', open);
  return button;
}

/** A root that the page around it does not reach into, with the popup's style sheet: constructed, as a strict policy demands. */
export function rootOf(host: HTMLElement, { page }: PopupConfig): ShadowRoot {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const sheet = new (host.ownerDocument.defaultView as unknown as typeof globalThis).CSSStyleSheet();
  sheet.replaceSync(popupStyles(page));
  root.adoptedStyleSheets = [sheet];
  return root;
}
