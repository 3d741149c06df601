import type { PopupConfig } from '../../api/contract/popup.ts';
import { drawStep, drawTrigger, drawWindow, rootOf, type Typed } from './draw.ts';
import type { StepName } from './style.ts';

/** What of a popup is looked at in the builder. */
export type PreviewOf = StepName | 'triggerButton';

const nobody: Typed = { email: '', phone: '', consent: false, trap: '' };
const nothing = () => {};

/** Draws one state of a popup into an element, with what draws it on people's sites: what is built is what is seen. */
export function drawPreview(
  host: HTMLElement,
  config: PopupConfig,
  shown: PreviewOf,
  picked: string | null,
  code: string,
): void {
  const root = rootOf(host, config);
  const place = { doc: host.ownerDocument, origin: '', picked };
  const acts = { next: nothing, skip: nothing, close: nothing };
  if (shown === 'triggerButton') {
    const button = drawTrigger(place, config, nothing);
    button.tabIndex = -1;
    return root.replaceChildren(button);
  }
  const drawn = drawWindow(place, config, acts, true);
  const answer = { success: true, code, link: null, note: null } as const;
  drawn.show(drawStep(place, config, shown, nobody, acts, shown === 'thanksStep' ? answer : null));
  root.replaceChildren(drawn.box);
  // It is looked at, not filled in: Tab goes past it.
  for (const one of root.querySelectorAll<HTMLElement>('a, button, input')) one.tabIndex = -1;
}
