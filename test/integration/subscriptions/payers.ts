import { randomUUID } from 'node:crypto';
import { createPayments } from '../../../adapters/payments/index.ts';
import type { Payments } from '../../../adapters/payments/port.ts';
import type { Commands } from '../../../commands/catalogue.ts';
import type { CommandContext } from '../../../commands/kernel/caller.ts';
import { PlanId } from '../../../domain/kernel/ids.ts';
import type { Payer } from '../../../domain/payments/payer.ts';
import type { PlanKind, PlanSection } from '../../../domain/plans/fields.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/index.ts';
import type { Database } from '../../../workers/engine/worker.ts';
import { defaultReconcile, reconcileOnce } from '../../../workers/subscriptions/reconcile.ts';
import { context, personOf, system } from '../../support/callers.ts';
import { quietLog } from '../../support/quiet.ts';
import { createWorld, type World } from '../commands/world.ts';

const noMore = {
  overageMessages: null,
  overageMms: null,
  overageEmails: null,
  overageContacts: null,
  overageNumbers: null,
  overageMinutes: null,
} as const;

/** Payers, plans and the sandbox's Stripe, with the commands over it. */
export interface PayerWorld {
  readonly world: World;
  readonly sandbox: Sandbox;
  readonly payments: Payments;
  readonly commands: Commands;
  agency(): Promise<TestPayer>;
  business(agencyId?: string | null): Promise<TestPayer>;
  /** A plan that is for sale. */
  plan(kind: PlanKind, given?: Partial<PlanWish>): Promise<PlanId>;
  /** Puts a card of the sandbox into a payer's account, and makes it the default. */
  card(one: TestPayer, methodId?: string): Promise<string>;
  /** What the reconciler does within minutes, now. */
  reconcile(): Promise<void>;
  close(): Promise<void>;
}
export interface TestPayer {
  readonly payer: Payer;
  by(commandId?: string): CommandContext;
}
export interface PlanWish {
  readonly name: string;
  readonly section: PlanSection;
  readonly amount: number;
  readonly interval: 'month' | 'year';
  readonly trialDays: number;
  readonly currency: 'USD' | 'EUR' | 'JPY';
}

export async function openPayers(seed: string): Promise<PayerWorld> {
  const world = await createWorld({ readModels: true });
  const sandbox = await startSandbox({ seed });
  const secretKey = `sk_test_${seed}`;
  const payments = createPayments({ secretKey, baseUrl: sandbox.url, webhookSecret: null, mode: 'sandbox' });
  const commands = world.commandsWith({ payments });
  return {
    world,
    sandbox,
    payments,
    commands,
    async agency() {
      const agencyId = randomUUID();
      const caller = {
        role: 'agency',
        actor: { kind: 'user', userId: randomUUID(), impersonatorId: null },
        tenant: { agencyId, businessId: null },
      } as const;
      await commands.setup.createAgency(context(system), { agencyId, name: 'Northwind', email: 'a@demo.test' });
      return { payer: { kind: 'agency', id: agencyId } as Payer, by: (id) => context(caller, id) };
    },
    async business(agencyId = null) {
      const businessId = randomUUID();
      await commands.setup.createBusiness(context(system), {
        businessId,
        agencyId,
        name: 'Bella',
        uniqueId: `bella-${businessId.slice(0, 8)}`,
        currency: 'USD',
        timezone: 'America/New_York',
        dateFormat: 'MM/DD/YYYY',
        monthlyMessages: null,
        contactLimit: null,
      });
      const caller = personOf(businessId, agencyId);
      return { payer: { kind: 'business', id: businessId } as Payer, by: (id) => context(caller, id) };
    },
    async plan(kind, given = {}) {
      const planId = PlanId.parse(randomUUID());
      await commands.plans.createPlan(context(system), {
        kind,
        planId,
        section: 'plan',
        name: `Plan ${planId}`,
        description: '',
        amount: 9900,
        currency: 'USD',
        interval: 'month',
        trialDays: 0,
        messages: 1000,
        mms: 0,
        emails: null,
        contacts: 500,
        numbers: 1,
        minutes: 0,
        ...noMore,
        features: [],
        ...given,
      });
      return planId;
    },
    async card(one, methodId = 'pm_card_visa') {
      await commands.payments.setup(one.by(), { payer: one.payer });
      const { customerId } = await commands.payments.account(one.by(), one.payer);
      const key = randomUUID();
      const attached = await payments.methods.attach(methodId, customerId!, `attach/${key}`);
      await payments.methods.makeDefault(attached.id, customerId!, `default/${key}`);
      await commands.payments.add(one.by(), { payer: one.payer, methodId: attached.id });
      return attached.id;
    },
    reconcile: () =>
      reconcileOnce({
        store: world.events,
        db: world.db as Database,
        commands,
        now: () => world.now(),
        log: quietLog,
        settings: defaultReconcile,
      }),
    async close() {
      await sandbox.close();
      await world.close();
    },
  };
}
