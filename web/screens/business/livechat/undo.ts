/** How long a text can be called back before it leaves this browser, in seconds; 0: it leaves at once. */
export const undoChoices = [0, 5, 10, 30] as const;
const key = 'undo-send';
const usual = 5;

/** What whoever sits at this browser has chosen. */
export function undoSeconds(): number {
  const kept = localStorage.getItem(key);
  const seconds = Number(kept ?? usual);
  return undoChoices.some((choice) => choice === seconds) ? seconds : usual;
}
export const chooseUndoSeconds = (seconds: number): void => {
  localStorage.setItem(key, String(seconds));
};
