import type { CommandContext, CommandOutcome } from '../../commands/kernel/caller.ts';
import type { Commands } from '../../commands/catalogue.ts';
import type { CommandDependencies } from '../../commands/kernel/dependencies.ts';
import { namespaces, PlanId, uuidV5 } from '../../domain/kernel/ids.ts';
import { usd } from '../../domain/kernel/money.ts';
import type { PlanKind, PlanSection, PlanTerms } from '../../domain/plans/fields.ts';

const day = 86_400_000;
/** The id of a plan that the demo sells, by its name. */
export const planIdOf = (kind: PlanKind, name: string): PlanId =>
  PlanId.parse(uuidV5(namespaces.command, 'demo', 'plan', kind, name));

type Sold = Partial<PlanTerms> & Pick<PlanTerms, 'name' | 'amount'>;

const common = {
  description: '',
  interval: 'month',
  trialDays: 0,
  messages: 0,
  mms: 0,
  emails: 0,
  contacts: 0,
  numbers: 0,
  minutes: 0,
  overageMessages: null,
  overageMms: null,
  overageEmails: null,
  overageContacts: null,
  overageNumbers: null,
  overageMinutes: null,
} as const;

/** Prices in cents, unit prices in 1/10,000 of one. */
const agencyPlans: readonly Sold[] = [
  {
    name: 'Starter',
    description: 'Your first businesses, under our brand.',
    amount: 9900,
    trialDays: 14,
    messages: 5_000,
    emails: 10_000,
    contacts: 10_000,
    numbers: 5,
    overageMessages: 15_000,
    features: ['livechat'],
  },
  {
    name: 'Growth',
    description: 'Your own brand, and room to grow.',
    amount: 29_900,
    trialDays: 14,
    messages: 25_000,
    mms: 1_000,
    emails: 100_000,
    contacts: 100_000,
    numbers: 25,
    minutes: 500,
    overageMessages: 12_000,
    overageMms: 35_000,
    overageNumbers: 1_500_000,
    features: ['livechat', 'loop', 'mms', 'whitelabel'],
  },
  {
    name: 'Scale',
    description: 'For agencies with hundreds of businesses.',
    amount: 99_900,
    messages: 120_000,
    mms: 10_000,
    emails: null,
    contacts: null,
    numbers: 150,
    minutes: 5_000,
    overageMessages: 9_000,
    overageMms: 28_000,
    overageNumbers: 1_200_000,
    overageMinutes: 150_000,
    features: ['livechat', 'loop', 'mms', 'whitelabel'],
  },
];
/** The same by the month and by the year. */
const mainStreet = {
  messages: 5_000,
  mms: 250,
  emails: 25_000,
  contacts: 10_000,
  numbers: 1,
  overageMessages: 15_000,
  overageMms: 40_000,
  features: ['livechat', 'loop', 'mms'],
} satisfies Partial<PlanTerms>;

const businessPlans: readonly Sold[] = [
  {
    name: 'Counter',
    description: 'One location, one number.',
    amount: 4900,
    trialDays: 14,
    messages: 1_000,
    emails: 5_000,
    contacts: 1_000,
    numbers: 1,
    overageMessages: 20_000,
    features: ['livechat'],
  },
  {
    name: 'Main Street',
    description: 'For businesses that text every week.',
    amount: 12_900,
    trialDays: 14,
    ...mainStreet,
  },
  { name: 'Main Street, yearly', description: 'Two months free.', amount: 129_000, interval: 'year', ...mainStreet },
];

/** Counter as it is sold today; who bought it before keeps the price of then. */
export const raisedCounter = {
  kind: 'business',
  planId: planIdOf('business', 'Counter'),
  ...common,
  ...businessPlans[0]!,
  currency: usd,
  features: [...businessPlans[0]!.features!],
  amount: 5900,
  messages: 1_200,
  revision: null,
} as const;

/** What the operator of the demo sells. `began`: when all of it came into being; one price was raised since. */
export async function planDemo(
  commandsWith: (world: Partial<CommandDependencies>) => Commands,
  context: (...of: string[]) => CommandContext,
  began: Date,
): Promise<readonly CommandOutcome<unknown>[]> {
  const at = (days: number) => commandsWith({ now: () => new Date(began.getTime() + days * day) }).plans;
  const outcomes: CommandOutcome<unknown>[] = [];
  const sell = async (kind: PlanKind, { features = [], ...plan }: Sold, section: PlanSection = 'plan') => {
    const sold = {
      kind,
      planId: planIdOf(kind, plan.name),
      ...common,
      currency: usd,
      ...plan,
      features: [...features],
    };
    outcomes.push(await at(0).createPlan(context('plan', kind, plan.name), { ...sold, section }));
    return sold;
  };
  for (const plan of agencyPlans) await sell('agency', plan);
  for (const plan of businessPlans) await sell('business', plan);
  for (const kind of ['agency', 'business'] as const) {
    await sell(
      kind,
      { name: 'Live chat', description: 'Answer texts in one inbox.', amount: 2900, features: ['livechat'] },
      'livechat',
    );
    await sell(
      kind,
      { name: 'Loops', description: 'Referrals with points and rewards.', amount: 1900, features: ['loop'] },
      'loop',
    );
  }
  const [starter] = agencyPlans;
  outcomes.push(
    await at(90).changePlan(context('plan', 'raised', starter!.name), {
      kind: 'agency',
      planId: planIdOf('agency', starter!.name),
      ...common,
      ...starter!,
      currency: usd,
      features: [...starter!.features!],
      amount: 11_900,
      messages: 6_000,
      revision: null,
    }),
  );
  return outcomes;
}

/** For agencies that begin: each text and contact is charged to their wallet. */
export const payAsYouGo: PlanTerms & { readonly kind: 'agency'; readonly planId: PlanId; readonly section: 'plan' } = {
  ...common,
  kind: 'agency',
  planId: planIdOf('agency', 'Pay as you go'),
  section: 'plan',
  name: 'Pay as you go',
  description: 'A low fee, and each text and contact for what it costs.',
  amount: 3900,
  currency: usd,
  emails: 1_000,
  contacts: 10,
  numbers: 5,
  overageMessages: 15_000,
  overageContacts: 50_000,
  features: ['livechat'],
};
