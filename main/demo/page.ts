import type { Offer } from '../../domain/campaigns/fields.ts';
import type { LoopRule } from '../../domain/loops/fields.ts';
import type { StoredSections } from '../../domain/pages/model.ts';

/** One entry. The letter of each choice; whose link was followed. */
interface Said {
  readonly who: string;
  /** Days ago; at least one, and never before the business knew them. */
  readonly day: number;
  readonly choices?: string;
  readonly by?: string;
  /** The box is ticked, unless they would rather not: then their number stays with them. */
  readonly box?: boolean;
  readonly birthday?: string;
  /** From the device and line of this person. */
  readonly from?: string;
}

/** A page of a demo business, and what came of it. */
export interface DemoPage {
  /** Names it within the business, for ever. */
  readonly key: string;
  readonly template: string;
  readonly name: string;
  readonly keyword: string;
  readonly reply: string;
  /** Days ago. */
  readonly made: number;
  /** Left out: it is still being worked on. */
  readonly published?: number;
  /** Visitors on an ordinary day who go on without sending anything. */
  readonly busy?: number;
  /** A second version, published so many days ago and compared with the first since. */
  readonly second?: { readonly day: number; readonly changes: StoredSections };
  /** Days from now on which it ends; before today: it has. */
  readonly ends?: number;
  /** The email that new members get; the owner hears of them by email, too. */
  readonly welcome?: { readonly subject: string; readonly body: string };
  readonly offer?: Pick<Offer, 'discountType' | 'title' | 'amount'>;
  /** What differs from the template: section by section, field by field. */
  readonly changes: StoredSections;
  readonly entries: readonly Said[];
  /** Used coupons: by whom, days ago, at which till. */
  readonly used?: readonly { readonly who: string; readonly day: number; readonly till: string | null }[];
  /** Votes by text: who, days ago, what. */
  readonly texts?: readonly { readonly who: string; readonly day: number; readonly text: string }[];
  /** Whose welcome came back, or was reported as spam. */
  readonly returned?: readonly { readonly who: string; readonly as: 'bounced' | 'complained' }[];
  readonly excluded?: { readonly who: string; readonly why: string };
  readonly rules?: Readonly<Record<string, LoopRule>>;
  /** What members did besides: of a rule's name. */
  readonly acts?: readonly { readonly who: string; readonly day: number; readonly did: string }[];
  readonly claims?: readonly { readonly who: string; readonly day: number; readonly reward: string }[];
  /** Claimed rewards that were handed out: at which till. */
  readonly handedOut?: readonly {
    readonly who: string;
    readonly day: number;
    readonly reward: string;
    readonly till: string | null;
  }[];
  readonly refused?: { readonly who: string; readonly by: string; readonly day: number };
}
