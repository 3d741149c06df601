import type { Reach } from '../../../domain/delivery/reach.ts';
import type { MailBrand } from './brand.ts';
import type { MailContent } from './html.ts';

/** A mail that is to go out now. */
export interface Letter {
  readonly to: string;
  /** Of what nobody asked for: whom it reaches. Left out, or null: it is not held back. */
  readonly reach?: Reach | null;
  /** Says that it was, and why. */
  readonly holdBack?: (reason: 'daily-limit') => Promise<void>;
  compose(brand: MailBrand): Promise<
    MailContent & {
      /** Where the provider account has no name of its own for this. */
      readonly fromName: string;
      readonly replyTo: string | null;
      readonly headers: Readonly<Record<string, string>>;
    }
  >;
}

/** Ends a mail without sending it. `decided`: its stream says so already. */
export class NotSent extends Error {
  readonly decided: boolean;
  constructor(why: string, decided = false) {
    super(why);
    this.decided = decided;
  }
}
