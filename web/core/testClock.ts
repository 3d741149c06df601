/** The header of the API's answers with which a sandbox says that its clock was moved ahead, in ms. */
const header = 'x-clock-ahead';
const real = Date;
let ahead = 0;

/**
 * Has this page live at the time of the application. Only a sandbox's clock can be moved, so that people can try what
 * takes days; all that a screen says of time ("2 minutes ago", "today") would be wrong beside it.
 */
export function followClock(headers: Pick<Headers, 'get'>): void {
  const told = Number(headers.get(header) ?? 0);
  if (told === ahead || !(told >= 0)) return;
  ahead = told;
  globalThis.Date =
    ahead === 0 ? real : (
      (class extends real {
        constructor(...at: readonly unknown[]) {
          if (at.length === 0) super(real.now() + ahead);
          else super(...(at as [number]));
        }
        static override now(): number {
          return real.now() + ahead;
        }
      } as unknown as DateConstructor)
    );
}
