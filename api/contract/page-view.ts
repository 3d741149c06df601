import type { Page, PageKind } from './page-model.ts';

/**
 * What the renderer of pages (`web/pages`) is given besides the page: the same for visitors and in the builder's
 * preview. All of it is text; addresses are ours, or were checked to be addresses of the web.
 */
export interface PageForm {
  readonly action: string;
  /** Names this submission: minted when the page is drawn. */
  readonly submissionId: string;
  /** The version of the page that is shown. */
  readonly version: number;
  readonly values: Readonly<Record<string, string>>;
  /** By the answer's name; `form` is of the whole. */
  readonly errors: Readonly<Record<string, string>>;
  /** What is sent back as it is: the proof that this form was drawn here, and from where its reader came. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** The options that were chosen. */
  readonly choices?: readonly string[];
}

/** How a vote stands. */
export interface VoteFigures {
  readonly total: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly ended: boolean;
  /** What this visitor voted for. */
  readonly mine: readonly string[];
  /** The address of the websocket that tells how it goes on, without host; left out: it is not told. */
  readonly live?: string;
}

/** Where a member of a loop stands. */
export interface LoopFigures {
  readonly points: number;
  readonly referrals: number;
  /** From 1; null: not ranked yet. */
  readonly ranking: number | null;
  readonly unlocked: number;
  /** The link to share. */
  readonly link: string;
  /** Where the page says that a member did something; left out: it is a preview. */
  readonly act?: string;
  readonly actions: readonly {
    readonly id: string;
    readonly action: string;
    readonly label: string;
    readonly points: number;
    readonly done: boolean;
    /** Where it is done; null: it happens elsewhere. */
    readonly href: string | null;
    /** Where it is said without scripts; null: it can't be. */
    readonly form: string | null;
  }[];
  readonly rewards: readonly {
    readonly id: string;
    readonly title: string;
    readonly points: number;
    readonly description: string;
    readonly unlocked: boolean;
    readonly claimed: boolean;
    readonly handedOut: boolean;
    /** What is shown at the counter, once it is claimed. */
    readonly link: string | null;
    /** Where it is claimed, once it is unlocked; null: not by whoever looks. */
    readonly claim: string | null;
  }[];
}

/** A coupon on its holder's phone. Pictures are addresses of ours or `data:`. */
export interface CouponFacts {
  readonly code: string;
  readonly status: 'open' | 'redeemed' | 'expired' | 'revoked';
  readonly offer: string;
  /** In words of the business's zone, null: for ever. */
  readonly expires: string | null;
  /** The instant, for the countdown. */
  readonly expiresAt: string | null;
  /** What is told of its redemption: when and where. */
  readonly redeemed: string | null;
  readonly barcode: string | null;
  readonly qr: string | null;
  /** Where its holder redeems it; null: only staff does. */
  readonly redeemAction: string | null;
}

export interface ShareLinks {
  readonly url: string;
  readonly title: string;
}

export interface PageContext {
  readonly company: string;
  /** The words of consent, null: the page asks for nothing to agree to. */
  readonly consentText: string | null;
  readonly mode: 'live' | 'preview';
  readonly locale: string;
  /** Null in the preview. */
  readonly form: PageForm | null;
  /** A number is asked of everybody, also of who wants no texts. */
  readonly phoneAlways?: boolean;
  /** The business's own legal pages, where it has any. */
  readonly legal?: { readonly policy: string | null; readonly terms: string | null };
  /** Where the business's own script runs, null: it has none. */
  readonly scriptUrl?: string | null;
  readonly vote?: VoteFigures | null;
  readonly loop?: LoopFigures | null;
  readonly coupon?: CouponFacts | null;
  /** What `{{offer}}` stands for: what the campaign gives; null: nothing. */
  readonly offer?: string | null;
  readonly share?: ShareLinks | null;
  /** Of the thank-you page. */
  readonly thanks?: {
    /** Where *Back* leads; null: nowhere. */
    readonly back: string | null;
    readonly coupon: string | null;
    /** They have just entered: the page's own words of thanks stand above what it shows them; left out: yes. */
    readonly joined?: boolean;
    /** What else is to be told: *look into your mailbox*. */
    readonly note: string | null;
    /** The entry counts when the link in an email was followed: until then nobody is thanked. */
    readonly waits?: boolean;
    /** They are a member already, and have to prove it to see their page; left out: no. */
    readonly known?: boolean;
    /** The email with the link can be asked for once more; left out: it can not. */
    readonly again?: { readonly action: string; readonly nth: number; readonly first?: boolean } | null;
  };
}

/** What is not a page of the builder's: a page that is gone, an unsubscription. */
export interface Notice {
  readonly title: string;
  readonly text: string;
  readonly tone: 'plain' | 'good' | 'sorry';
  /** Who speaks. */
  readonly brand: { readonly name: string; readonly logo: string | null; readonly color: string | null };
  readonly link?: { readonly label: string; readonly url: string } | null;
  /** What can be done, one after the other: each is sent as a form of its own. */
  readonly forms?: readonly NoticeForm[];
  /** Paragraphs of a legal page. */
  readonly paragraphs?: readonly string[];
  /** Pictures of this installation below them, and what they show. */
  readonly pictures?: { readonly alt: string; readonly urls: readonly string[] };
}

export interface NoticeForm {
  /** Left out: the page's own title says it. */
  readonly title?: string;
  readonly action: string;
  /** A name with several values is there several times. */
  readonly hidden: Readonly<Record<string, string | readonly string[]>>;
  /** One of these. */
  readonly choices?: readonly NoticeChoice[];
  /** Any of these. */
  readonly boxes?: { readonly name: string; readonly legend: string; readonly options: readonly NoticeChoice[] } | null;
  readonly button: string;
  /** It is not what most come for. */
  readonly quiet?: boolean;
}
export interface NoticeChoice {
  readonly value: string;
  readonly label: string;
  readonly help: string;
  readonly checked: boolean;
}

/** HTML for inside of `<body>`, and the style sheet that it needs. */
export interface Drawn {
  readonly body: string;
  readonly style: string;
}
/** The renderer as the server has it: built beforehand, handed in by main/. */
export interface PageRenderer {
  page<K extends PageKind>(kind: K, page: Page<K>, context: PageContext): Drawn;
  thanks<K extends PageKind>(kind: K, page: Page<K>, context: PageContext): Drawn;
  result(page: Page<'vote'>, context: PageContext): Drawn;
  notice(notice: Notice): Drawn;
  /** What pages run in the browser besides: everything works without it. */
  readonly script: string;
  /** What draws popups on other people's sites. */
  readonly widget: string;
}
