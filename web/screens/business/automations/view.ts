/** How somebody looks at automations: as a drawing, or as a list. Kept apart for phones, which begin with the list. */
export type ViewOf = 'canvas' | 'list';
const key = (phone: boolean): string => (phone ? 'automation-view-phone' : 'automation-view');

/** `first`: where nobody has chosen yet. */
export function rememberedView(phone: boolean, first: ViewOf = 'canvas'): ViewOf {
  const kept = localStorage.getItem(key(phone));
  return (
    kept === 'canvas' || kept === 'list' ? kept
    : phone ? 'list'
    : first
  );
}
export function rememberView(phone: boolean, view: ViewOf): void {
  localStorage.setItem(key(phone), view);
}
