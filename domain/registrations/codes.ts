import type { TollfreeField } from './tollfree/fields.ts';

/** What a carrier's code is about. */
type About = 'brand' | 'campaign' | 'toll-free' | 'sending';
/**
 * What clears it. `edit`: correct the fields and submit again; `other-kind`: cancel, and register as another kind of
 * brand; `appeal`: an operator appeals; `wait`: the carrier goes on; `operator`: an operator sets the account right;
 * `register`: finish the registration of the number.
 */
export type Clears = 'edit' | 'other-kind' | 'appeal' | 'wait' | 'operator' | 'register';

interface CarrierCode {
  readonly about: readonly About[];
  readonly clears: Clears;
  /** What happened, in words. */
  readonly text: string;
  /** What to do. */
  readonly cure: string;
  /** The fields of a brand or a campaign that clear it. */
  readonly fields?: readonly string[];
  /** The same of a toll-free verification. */
  readonly tollfreeField?: TollfreeField;
  /** What the sender does when a text is refused with it; left out: the text has failed. */
  readonly sender?: 'block-sender' | 'day-full';
}

/** On toll-free numbers texts about this are refused. */
const tollfreeContent = (what: string): CarrierCode => ({
  about: ['toll-free'],
  clears: 'edit',
  text: `Texts about ${what} are not allowed on toll-free numbers.`,
  cure: 'Leave them out, and describe what you text about instead.',
  tollfreeField: 'useCaseSummary',
});
const appeal = (text: string): CarrierCode => ({
  about: ['campaign'],
  clears: 'appeal',
  text,
  cure: 'No field clears this. Ask your operator to appeal.',
});

/**
 * Every code that carriers give about registration, once: Twilio's error dictionary
 * (https://www.twilio.com/docs/api/errors/<code>). The desk, the forms, the sender and the reasons of numbers read it.
 */
const codes = {
  21724: {
    about: ['brand'],
    clears: 'other-kind',
    text: 'This brand was corrected three times.',
    cure: 'Cancel it and start another one.',
  },
  30023: {
    about: ['sending'],
    clears: 'wait',
    text: 'T-Mobile takes no more texts of this brand today (Pacific time).',
    cure: 'Texts wait until midnight Pacific time and then go out.',
    sender: 'day-full',
  },
  30032: {
    about: ['sending', 'toll-free'],
    clears: 'register',
    text: 'The toll-free number is not verified.',
    cure: 'Finish its verification in the settings.',
    sender: 'block-sender',
  },
  30034: {
    about: ['sending'],
    clears: 'register',
    text: 'The number is not registered for business texting (A2P 10DLC).',
    cure: 'Register your number in the settings.',
    sender: 'block-sender',
  },
  30460: tollfreeContent('debt collection'),
  30461: tollfreeContent('crypto currency'),
  30462: tollfreeContent('reducing debt'),
  30463: tollfreeContent('this kind of loan'),
  30464: tollfreeContent('gambling'),
  30465: tollfreeContent('this kind of job or income'),
  30466: {
    about: ['toll-free'],
    clears: 'edit',
    text: 'The reviewers found this use to be against the rules of the carriers.',
    cure: 'Describe what you text about more closely.',
    tollfreeField: 'useCaseSummary',
  },
  30475: {
    about: ['toll-free'],
    clears: 'edit',
    text: 'The reviewers could not see how people opt in.',
    cure: 'Show the form or its words.',
    tollfreeField: 'optInImageUrls',
  },
  30481: {
    about: ['toll-free'],
    clears: 'edit',
    text: 'The legal name doesn’t match the registration number.',
    cure: 'Copy both from your tax letter.',
    tollfreeField: 'businessName',
  },
  30501: {
    about: ['toll-free', 'campaign'],
    clears: 'edit',
    text: 'Political texts need a token of Campaign Verify.',
    cure: 'Get one at Campaign Verify and add it.',
    tollfreeField: 'additionalInformation',
  },
  30544: {
    about: ['toll-free', 'campaign'],
    clears: 'edit',
    text: 'The opt-in doesn’t say what people will get.',
    cure: 'Say the purpose where they opt in.',
    fields: ['flow'],
    tollfreeField: 'optInType',
  },
  30795: {
    about: ['brand'],
    clears: 'edit',
    text: 'The EIN doesn’t match the legal name.',
    cure: 'Copy both from the IRS letter (CP 575 or 147C).',
    fields: ['ein', 'legalName'],
  },
  30801: {
    about: ['brand'],
    clears: 'edit',
    text: 'The address could not be verified.',
    cure: 'Enter the address that the IRS has.',
    fields: ['address.street'],
  },
  30824: {
    about: ['toll-free'],
    clears: 'edit',
    text: 'The seven days for corrections are over.',
    cure: 'Submitting again starts a new review.',
  },
  30874: {
    about: ['toll-free', 'campaign'],
    clears: 'edit',
    text: 'Alcohol, tobacco, firearms or adult content needs an age gate.',
    cure: 'Add an age gate and say so.',
    fields: ['isAgeGated'],
    tollfreeField: 'useCaseSummary',
  },
  30879: {
    about: ['toll-free'],
    clears: 'operator',
    text: 'The carrier account doesn’t hold this number.',
    cure: 'Ask your operator to move the number there.',
  },
  30882: {
    about: ['campaign', 'toll-free'],
    clears: 'edit',
    text: 'The reviewers could not open your terms.',
    cure: 'Publish the page and enter its address.',
    fields: ['termsUrl'],
    tollfreeField: 'termsUrl',
  },
  30883: appeal('The carriers don’t allow this content.'),
  30884: appeal('The carriers expect spam from this campaign.'),
  30885: appeal('The carriers expect fraud from this campaign.'),
  30886: {
    about: ['campaign'],
    clears: 'edit',
    text: 'The description doesn’t say what you send.',
    cure: 'Say who gets which texts, and why.',
    fields: ['description'],
  },
  30890: {
    about: ['campaign'],
    clears: 'edit',
    text: 'The answer to HELP names no way to reach you.',
    cure: 'Cancel this campaign and start one with a phone number or an email in the answer.',
    fields: ['helpMessage'],
  },
  30892: {
    about: ['campaign'],
    clears: 'edit',
    text: 'A sample uses a public link shortener.',
    cure: 'Use a link on your own domain.',
    fields: ['samples'],
  },
  30893: {
    about: ['campaign'],
    clears: 'edit',
    text: 'The samples don’t match the use case.',
    cure: 'Write samples of what this use case sends.',
    fields: ['samples'],
  },
  30895: {
    about: ['campaign'],
    clears: 'edit',
    text: 'Direct lending was not declared.',
    cure: 'Switch on “You lend money”.',
    fields: ['isLending'],
  },
  30896: {
    about: ['campaign'],
    clears: 'edit',
    text: 'How people opt in is missing or wrong.',
    cure: 'Name every way in and its exact words.',
    fields: ['flow'],
  },
  30898: {
    about: ['brand', 'campaign'],
    clears: 'operator',
    text: 'The EIN is registered with too many brands.',
    cure: 'Ask your operator to have an unused brand removed.',
    fields: ['ein'],
  },
  30899: appeal('A carrier refused the campaign.'),
  30900: {
    about: ['campaign'],
    clears: 'operator',
    text: 'This use case is not open to your brand.',
    cure: 'Cancel this campaign and choose another use case.',
    fields: ['useCase'],
  },
  30901: { about: ['campaign'], clears: 'edit', text: 'The review timed out.', cure: 'Submit the campaign again.' },
  30902: appeal('The second reviewer of the carriers refused the campaign.'),
  30905: {
    about: ['campaign'],
    clears: 'wait',
    text: 'The carriers are still reviewing the campaign.',
    cure: 'Wait for the result.',
  },
  30908: {
    about: ['campaign', 'toll-free'],
    clears: 'edit',
    text: 'The reviewers could not open your privacy policy.',
    cure: 'Publish the page and enter its address.',
    fields: ['privacyUrl'],
    tollfreeField: 'privacyUrl',
  },
  30909: {
    about: ['campaign'],
    clears: 'edit',
    text: 'It’s not clear how people opt in.',
    cure: 'Name every way in, how often you text, that rates may apply, and STOP.',
    fields: ['flow'],
  },
  30915: {
    about: ['brand'],
    clears: 'other-kind',
    text: 'A sole proprietor with a tax ID registers as another kind of brand.',
    cure: 'Cancel this brand and start a low-volume one with the EIN.',
    fields: ['kind'],
  },
} as const satisfies Readonly<Record<number, CarrierCode>>;

/** What is known of a code; null: it is not in the table, or the carrier gave none. */
export function carrierCode(code: number | string | null): CarrierCode | null {
  const known: Readonly<Record<string, CarrierCode>> = codes;
  return code !== null && Object.hasOwn(known, String(code)) ? known[String(code)]! : null;
}

const all: readonly (readonly [number, CarrierCode])[] = Object.entries(codes).map(([code, known]) => [
  Number(code),
  known,
]);
/** The codes with which texts are refused, and what the sender does then. */
export const sendingCodes = all.flatMap(([code, { sender, text }]) =>
  sender === undefined ? [] : [{ code, sender, text }],
);
/** The number isn't registered, or its toll-free number not verified: until the carriers say more of its registration. */
export const unregisteredCodes: readonly number[] = sendingCodes.flatMap(({ code, sender }) =>
  sender === 'block-sender' ? [code] : [],
);
