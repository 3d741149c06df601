import type { CampaignSettings } from '../campaigns/fields.ts';
import { type AttributeName, attributes, eachAttribute, inSentence, longestTyped } from '../contacts/attributes.ts';
import { contactFields } from '../contacts/fields.ts';
import { DomainError } from '../kernel/errors.ts';
import { answerNames, type AttributeAnswer, askedOf, type Inputs } from '../pages/answers.ts';
import { consentText, type GivenConsent, popupConsent } from '../pages/consent.ts';
import type { Question, VoteOption } from '../pages/field.ts';
import { askable } from '../pages/kinds/shared.ts';
import type { PageKind } from '../pages/model.ts';
import { type Country, parsePhone } from '../sms/phone.ts';
import type { E164 } from '../sms/values.ts';

/** What a form sent, as it was typed. */
export interface TypedAnswers extends Readonly<Partial<Record<AttributeAnswer, string | undefined>>> {
  readonly name?: string | undefined;
  readonly phone?: string | undefined;
  readonly custom?: Readonly<Record<string, string>> | undefined;
  readonly choices?: readonly string[] | undefined;
  readonly consent?: boolean | undefined;
}

/** What answers are held against: the version of the page that was seen. */
export interface CheckedPage {
  readonly kind: PageKind;
  readonly sections: {
    readonly inputs?: Inputs;
    readonly actionButton?: { readonly Disclaimer: string; readonly ShowDisclaimerCheckBox: boolean };
    readonly phoneStep?: {
      readonly Disclaimer: string;
      readonly ShowDisclaimerCheckBox: boolean;
      readonly Show: boolean;
      readonly Required?: boolean;
    };
    readonly emailStep?: { readonly Disclaimer: string; readonly Show: boolean; readonly Required?: boolean };
    readonly 'votes.options'?: { readonly AllowMultiple: boolean; readonly Options: readonly VoteOption[] };
  };
  /** The company's name, as it stands in the words of consent. */
  readonly company: string;
  /** Whose form numbers without a country code have. */
  readonly country: Country;
  readonly settings: Pick<CampaignSettings, 'phoneAlways' | 'verifyEmail'>;
}

export interface CheckedAnswers extends Readonly<Record<AttributeName, string | null>> {
  readonly name: string | null;
  readonly phone: E164 | null;
  readonly custom: Record<string, string> | null;
  readonly choices: string[] | null;
  readonly consent: GivenConsent | null;
  /** Of a popup's first step. */
  readonly emailConsent: GivenConsent | null;
}

const drawn: readonly string[] = askable.map((field) => answerNames[field]);
const placeOf = (name: string): number => (drawn.includes(name) ? drawn.indexOf(name) : drawn.length);
/** What is wrong, in the order in which a page draws its fields: the first has the focus. */
const inOrderOfPage = <T>(errors: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(errors).toSorted(([one], [other]) => placeOf(one) - placeOf(other)));

/**
 * A form's answers as the page asks for them. Throws `validation_failed` with a message at each field that is wrong,
 * all at once. What the page does not ask for is left out. A number that is required is so for who wants texts and
 * gives no address: who ticks the one box for both agrees to emails alone by giving an address alone. Everybody has to
 * give a number only where the business has said so. Where addresses are verified one has to be given.
 */
export function checkAnswers(typed: TypedAnswers, page: CheckedPage): CheckedAnswers {
  const errors: Record<string, string[]> = {};
  const wrong = (field: string, message: string): null => {
    (errors[field] ??= []).push(message);
    return null;
  };
  const inputs = inputsOf(page);
  const asked = new Map(askedOf(inputs).map(({ field, required }) => [field, required]));
  const box =
    page.sections.actionButton?.ShowDisclaimerCheckBox ?? page.sections.phoneStep?.ShowDisclaimerCheckBox ?? true;
  const wantsTexts = !box || typed.consent === true;
  // One box agrees to both channels: who ticks it agrees to those that they give. An address without a number is emails.
  // One that has to be given is: where it is missing, that is all there is to say.
  const reachedByEmail = asked.get('Email') === true || (asked.has('Email') && (typed.email?.trim() ?? '') !== '');
  // A popup's step asks for nothing but the number.
  const phoneMust = page.kind === 'popup' || page.settings.phoneAlways || !box || (wantsTexts && !reachedByEmail);
  /** The trimmed answer; null when it is not asked for or left empty where it may be. */
  const answer = (field: keyof typeof answerNames, value: string | undefined, most: number, missing: string) => {
    if (!asked.has(field)) return null;
    const given = value?.trim() ?? '';
    if (given === '') {
      const proved = field === 'Email' && page.settings.verifyEmail;
      const must = proved || (asked.get(field)! && (field !== 'Phone' || phoneMust));
      return must ? wrong(answerNames[field], missing) : null;
    }
    return given.length > most ? wrong(answerNames[field], `At most ${most} characters.`) : given;
  };

  const name = answer('Name', typed.name, 200, 'Enter your name.');
  const phoneGiven = answer('Phone', typed.phone, 40, 'Enter your phone number.');
  const phone = phoneGiven === null ? null : phoneOf(phoneGiven, page.country, wrong);
  const details = eachAttribute((attribute, declared) => {
    const field = attributes[attribute].page.name;
    const name = answerNames[field];
    const missing = declared.page.missing ?? `Enter your ${inSentence(declared.label)}.`;
    const given = answer(field, typed[name], longestTyped(declared), missing);
    if (given === null) return null;
    const read = contactFields[attribute].safeParse(given);
    return read.success ? read.data : wrong(name, read.error.issues[0]!.message);
  });
  const { email } = details;
  const custom = customOf(inputs.CustomFields, typed.custom ?? {}, wrong);
  const choices = choicesOf(page.sections['votes.options'], typed.choices ?? [], wrong);
  // What else is wrong is told with it, at once.
  if (phone === null && email === null && errors['phone'] === undefined && errors['email'] === undefined)
    wrong(
      asked.has('Phone') ? 'phone' : 'email',
      'Enter your phone number or your email address, so that we know it is you.',
    );
  const popup = page.kind === 'popup';
  // The step asks for nothing but texts: a number without consent would be one that nobody may use.
  if (popup && phoneGiven !== null && !wantsTexts) wrong('consent', 'Tick the box to get texts, or skip this step.');
  const inOrder = inOrderOfPage(errors);
  const first = Object.values(inOrder)[0]?.[0];
  if (first !== undefined) throw new DomainError('validation_failed', first, inOrder);

  const given = { ...details, name, phone, custom, choices };
  if (popup) return { ...given, ...popupConsents(page, email !== null, phone !== null) };
  const own = page.sections.actionButton?.Disclaimer ?? '';
  const shown = consentText({ phone: asked.has('Phone'), email: asked.has('Email') }, own, page.company);
  const consent: GivenConsent | null =
    shown === null ? null : (
      { text: shown, ticked: box ? typed.consent === true : null, texts: phone !== null, emails: email !== null }
    );
  return { ...given, consent, emailConsent: null };
}

/** Who gives an address in a popup's first step agrees to emails, and to texts by a box of its own. */
function popupConsents(page: CheckedPage, email: boolean, phone: boolean) {
  const words = popupConsent(page.sections, page.company);
  const box = page.sections.phoneStep?.ShowDisclaimerCheckBox ?? true;
  return {
    consent: phone ? { text: words.phone, ticked: box ? true : null, texts: true, emails: false } : null,
    emailConsent: email ? { text: words.email, ticked: null, texts: false, emails: true } : null,
  };
}

/** A popup asks in steps for what other pages ask for at once. */
function inputsOf({ sections, settings }: CheckedPage): Inputs {
  if (sections.inputs !== undefined) return sections.inputs;
  return {
    ShowEmail: sections.emailStep?.Show ?? false,
    EmailRequired: sections.emailStep?.Required ?? true,
    ShowPhone: sections.phoneStep?.Show ?? false,
    PhoneRequired: settings.phoneAlways || (sections.phoneStep?.Required ?? false),
    CustomFields: [],
  };
}

function phoneOf(given: string, country: Country, wrong: (field: string, message: string) => null): E164 | null {
  try {
    return parsePhone(given, country);
  } catch {
    return wrong('phone', 'Enter a valid phone number, such as (415) 555-0100.');
  }
}

function customOf(
  questions: readonly Question[],
  given: Readonly<Record<string, string>>,
  wrong: (field: string, message: string) => null,
): Record<string, string> | null {
  const answers: Record<string, string> = {};
  for (const { id, label, kind, required, choices } of questions) {
    const value = (Object.hasOwn(given, id) ? given[id]! : '').trim();
    const field = `custom.${id}`;
    if (value === '') {
      if (required) wrong(field, `Answer “${label}”.`);
    } else if (value.length > 2_000) wrong(field, 'At most 2,000 characters.');
    else if (kind === 'number' && !/^-?\d+(?:[.,]\d+)?$/.test(value)) wrong(field, 'Enter a number.');
    else if (kind === 'date' && Number.isNaN(Date.parse(value))) wrong(field, 'Enter a date.');
    else if (kind === 'choice' && !choices.includes(value)) wrong(field, 'Choose one of these.');
    else answers[id] = value;
  }
  return questions.length === 0 ? null : answers;
}

function choicesOf(
  options: CheckedPage['sections']['votes.options'],
  given: readonly string[],
  wrong: (field: string, message: string) => null,
): string[] | null {
  if (options === undefined) return null;
  const chosen = [...new Set(given)];
  if (chosen.length === 0) return wrong('choices', 'Choose what you vote for.');
  if (chosen.length > 1 && !options.AllowMultiple) return wrong('choices', 'Choose one.');
  if (chosen.some((id) => !options.Options.some((option) => option.id === id)))
    return wrong('choices', 'This can not be voted for any more. Choose again.');
  return chosen;
}
