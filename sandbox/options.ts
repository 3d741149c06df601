import type { Logger } from 'pino';
import type { BehaviourChange } from './behaviour.ts';
import type { MovableClock } from './kernel/clock.ts';
import type { StripeBehaviourChange } from './stripe/behaviour.ts';

export interface SandboxAccount {
  readonly sid: string;
  readonly authToken: string;
  readonly friendlyName?: string;
  readonly type?: 'Full' | 'Trial';
  readonly status?: 'active' | 'suspended' | 'closed';
  /** It is an account at Bandwidth: `sid` is its id, `authToken` the password. Its events are posted with the same sign-in. */
  readonly bandwidth?: {
    readonly username: string;
    /** Where its applications' events are posted; null for nowhere. */
    readonly callbackUrl: string | null;
  };
}

export interface SandboxNumber {
  /** E.164. */
  readonly number: string;
  readonly accountSid: string;
  /** Where texts to the number are posted to; null or empty for nowhere. */
  readonly smsUrl: string | null;
  readonly isTollFree?: boolean;
  /** Whose number it is and the words worth texting to it: what the phone page suggests. */
  readonly label?: string;
  readonly keywords?: readonly string[];
}

export interface SandboxOptions {
  /** 127.0.0.1 unless told. */
  readonly host?: string;
  /** HTTP port; 0 takes a free one. */
  readonly port?: number;
  /** SMTP port; 0 takes a free one. */
  readonly smtpPort?: number;
  readonly accounts?: readonly SandboxAccount[];
  /**
   * Any well-formed account SID opens an account of its own, with the token it first comes with (at least 8
   * characters). A token that starts with `wrong` is refused, one that starts with `trial` makes a trial account.
   * Default: only the accounts that are named.
   */
  readonly openAccounts?: boolean;
  /** Where the events of an account at Bandwidth that opened itself are posted. Default: nowhere. */
  readonly bandwidthCallbackUrl?: string;
  readonly numbers?: readonly SandboxNumber[];
  /** The handsets the phone page offers, E.164. */
  readonly handsets?: readonly string[];
  /** How others reach the sandbox, used in the addresses of media; its own address unless told. */
  readonly publicBaseUrl?: string;
  /** Shown on the pages as the way to the product. */
  readonly applicationUrl?: string;
  /** A website with a popup on it, under `/shop`: where the popup's script comes from, and which it is. Default: none. */
  readonly shop?: { readonly script: string; readonly popup: string };
  /** The time of the product, when people may move it ahead; everything here goes by it. Default: the machine's. */
  readonly clock?: MovableClock;
  readonly log?: Logger;
  /** Folder that keeps everything across restarts and `kill -9`; null keeps nothing. */
  readonly folder?: string | null;
  /**
   * Seals the accounts' tokens in that folder. Without it they are not kept: an account that opened itself gets its
   * token with the next sign-in.
   */
  readonly secret?: string;
  /** Makes identifiers and chances repeat. Without it each start is different. */
  readonly seed?: string | number;
  readonly behaviour?: BehaviourChange;
  /**
   * The stand-in for Stripe: the keys that it accepts (default: any `sk_test_…` and `pk_test_…`), where its events go,
   * and how it behaves.
   */
  readonly stripe?: {
    readonly secretKey?: string;
    readonly publishableKey?: string;
    readonly webhook?: { readonly url: string; readonly secret: string };
    readonly behaviour?: StripeBehaviourChange;
  };
  /** When given, email is accepted only from these users; otherwise from anybody, with any user name and password. */
  readonly smtpUsers?: readonly { readonly user: string; readonly password: string }[];
}
