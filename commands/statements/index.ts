import type { AgencyId, BusinessId } from '../../domain/kernel/ids.ts';
import { Business } from '../../domain/businesses/business.ts';
import { StatementClosed } from '../../domain/statements/events.ts';
import { closeStatement, Statements } from '../../domain/statements/statements.ts';
import { streams } from '../../domain/streams.ts';
import { decision, question } from '../kernel/command.ts';
import { stateOf } from '../kernel/unit-of-work.ts';

/** Keeps what a month came to. Closed again, it is no news. */
export const close = decision({
  input: StatementClosed.schema,
  by: ['system'],
  aggregate: Statements,
  at: async ({ world }, { payer }) => {
    const stream = streams.statements(payer.id);
    if (payer.kind === 'agency') return { stream, tenant: { agencyId: payer.id, businessId: null } };
    const business = stateOf(Business, await world.events.read(streams.business(payer.id)));
    return {
      stream,
      tenant: { agencyId: business.status === 'none' ? null : business.agencyId, businessId: payer.id },
    };
  },
  decide: closeStatement,
});

/** The months of a payer that are closed. */
export const closed = question(async (world, payerId: AgencyId | BusinessId): Promise<Statements> =>
  stateOf(Statements, await world.events.read(streams.statements(payerId))),
);
