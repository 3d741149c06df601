import type { EmailAttachment } from '../../../adapters/email/port.ts';
import type { EmailBrand } from './brand.ts';
import type { EmailContent } from './html.ts';

/** An email that is to go out now. */
export interface Letter {
  readonly to: string;
  compose(brand: EmailBrand): Promise<
    EmailContent & {
      /** Where the provider account has no name of its own for this. */
      readonly fromName: string;
      readonly replyTo: string | null;
      readonly headers: Readonly<Record<string, string>>;
      readonly attachments?: readonly EmailAttachment[];
    }
  >;
}
