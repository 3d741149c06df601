import { type Attribute, type AttributeName, type attributes, eachAttribute } from '../../contacts/attributes.ts';
import {
  align,
  choice,
  color,
  flag,
  fontStyle,
  line,
  link,
  paragraphs,
  picture,
  questions,
  rich,
  script,
  size,
  video,
  weight,
} from '../field.ts';

/** Sections that landing, vote and loop pages share, with the specification's names and defaults (sections 3, 5 and 9). */
export const ink = { text: '#1d2433', soft: '#5b6477', line: '#d5dae3', paper: '#ffffff', accent: '#2f5bea' } as const;

export const styling = ({ maxWidth }: { readonly maxWidth: number }) => ({
  Fullscreen: flag(false),
  BackgroundImage: picture(),
  BackgroundVideo: video(),
  BackgroundColor: color('#f3f5f9'),
  Roudness: size(8, 0, 48),
  MaxWidth: size(maxWidth, 280, 1_400),
});

export const logo = {
  BackgroundColor: color('#ffffff00'),
  Image: picture(),
  Link: link(),
  MaxWidth: size(160, 24, 600),
  Align: align('center'),
  Padding: size(16, 0, 120),
  Show: flag(true),
};

export const main = (words: {
  readonly content: string;
  readonly description: string;
  readonly question?: string;
}) => ({
  BackgroundColor: color(ink.paper),
  Content: rich(words.content),
  Color: color(ink.text),
  FontSize: size(34, 10, 96),
  DescriptionFontSize: size(17, 8, 48),
  Align: align('center'),
  FontWeight: weight('700'),
  FontStyle: fontStyle(),
  Padding: size(24, 0, 160),
  Description: rich(words.description),
  Question: line(words.question ?? '', 300),
  QuestionDescription: paragraphs('', 1_000),
  HeadingColor: color(ink.text),
  DescriptionColor: color(ink.soft),
  DescriptionPadding: size(8, 0, 120),
});

/** What people are asked for. Each field may be shown, and required; of those that are not shown nothing is asked. */
export type AttributeAskable = (typeof attributes)[AttributeName]['page']['name'];
export type Askable = 'Name' | 'Phone' | AttributeAskable;
const { email, ...others } = eachAttribute((_, { page }) => page);
const asks: readonly Attribute['page'][] = [
  { name: 'Name', words: 'NamePlaceholder', initial: 'Your name', isRequired: true },
  email,
  { name: 'Phone', words: 'PhonePlaceholder', initial: '(555) 555-0123', isRequired: true },
  ...Object.values(others),
];
export const askable = asks.map(({ name }) => name) as readonly Askable[];
/** The field of the section that holds the placeholder of what is asked for, or (of a day) its label. */
export const wordsOfAsked = Object.fromEntries(asks.map(({ name, words }) => [name, words])) as Readonly<
  Record<Askable, AskedWords>
>;
export type AskedWords = 'NamePlaceholder' | 'PhonePlaceholder' | (typeof attributes)[AttributeName]['page']['words'];
type AskedFields = Readonly<
  Record<`Show${Askable}` | `${Askable}Required`, ReturnType<typeof flag>> & Record<AskedWords, ReturnType<typeof line>>
>;

export const inputs = (shown: readonly Askable[]) => ({
  ...(Object.fromEntries(
    asks.flatMap(({ name, words, initial, isRequired = false }) => [
      [`Show${name}`, flag((shown as readonly string[]).includes(name))],
      [`${name}Required`, flag(isRequired)],
      [words, line(initial)],
    ]),
  ) as AskedFields),
  CustomFields: questions(),
  LabelColor: color(ink.text),
  BackgroundColor: color(ink.paper),
  Color: color(ink.text),
  BorderColor: color('#8a93a6'),
  FontSize: size(17, 12, 32),
  Roudness: size(8, 0, 32),
  Padding: size(12, 4, 40),
});

export const button = ({ label }: { readonly label: string }) => ({
  Label: line(label, 60),
  BackgroundColor: color(ink.accent),
  Color: color('#ffffff'),
  FontSize: size(28, 12, 64),
  Padding: size(10, 2, 48),
  Roudness: size(8, 0, 64),
});

export const actionButton = ({ label }: { readonly label: string }) => ({
  ...button({ label }),
  /** Empty: one of our three texts, by what is asked for (`domain/pages/consent.ts`). */
  Disclaimer: paragraphs('', 1_500),
  DisclaimerColor: color(ink.soft),
  DisclaimerFontSize: size(13, 11, 24),
  /** Off: the disclaimer stands there without a box, and giving a number is the consent. */
  ShowDisclaimerCheckBox: flag(true),
});

export const legalFooter = {
  Content: rich(''),
  Color: color(ink.soft),
  FontSize: size(13, 10, 24),
  Align: align('center'),
  Link: link(),
  LinkColor: color(ink.accent),
  IsPolicyLink: flag(true),
  PolicyLabel: line('Privacy policy', 80),
  /** Empty: the business's own page. */
  PolicyLink: link(),
  IsServiceLink: flag(true),
  ServiceLabel: line('Terms of service', 80),
  ServiceLink: link(),
};

export const thanks = (content: string) => ({
  Content: rich(content),
  Padding: size(24, 0, 160),
  FontSize: size(24, 10, 64),
  BackLabel: line('Back', 60),
  Color: color(ink.text),
  BackgroundColor: color(ink.paper),
});

export const scripts = { Custom: script() };

export const theme = {
  /** System fonts only: a font that is fetched would tell somebody who looks. */
  FontFamily: choice(['sans', 'serif', 'rounded', 'mono'], 'sans'),
};
