/** Where one contact came by, as far as it is shown: up to one of its deeds. */
export interface RunPath {
  readonly stepOf: (id: string) => 'on' | 'at' | 'off';
  readonly wayOf: (step: string, exit: string) => 'on' | 'off';
  /** Whether somebody went from one spot of the canvas to the next. */
  readonly wire: (from: string, to: string) => boolean;
}
