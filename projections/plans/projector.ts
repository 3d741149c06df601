import { held } from '../../domain/kernel/edit.ts';
import { PlanChanged, PlanCreated, PlanDeleted, planEvents } from '../../domain/plans/events.ts';
import { storedTerms } from '../../domain/plans/fields.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import { planIndexes, planModel, planTable, planVersionTable } from '../tables/plans.ts';

const upserts = perSchema((schema) => ({
  plans: planTable.upsert(schema, 'p'),
  versions: planVersionTable.upsert(schema, 'v'),
}));

/** What is for sale, and every version of it that was sold. */
export const plans: Projector = {
  ...planModel,
  handles: typesOf(planEvents),
  create: createAll(planTable, planVersionTable),
  index: planIndexes,
  fold: (events, schema) => {
    const [rows, versions] = [planTable.rows(), planVersionTable.rows()];
    for (const event of events) {
      const at = event.metadata.occurredAt;
      if (is(event, PlanCreated) || is(event, PlanChanged)) {
        const { planId, kind, version } = event.data;
        const terms = held(event.data, storedTerms);
        const { name, amount, currency, interval } = terms;
        const row = { id: planId, kind, name, amount, currency, interval, version, terms, revision: event.revision };
        rows.merge(
          is(event, PlanCreated) ?
            { ...row, section: event.data.section, createdAt: at, changedAt: at }
          : { ...row, changedAt: at },
        );
        versions.merge({ planId, version, terms, at });
      } else if (is(event, PlanDeleted)) rows.merge({ id: event.data.planId, kind: event.data.kind, deletedAt: at });
    }
    const into = upserts(schema);
    return [...rows.toStatements(into.plans), ...versions.toStatements(into.versions)];
  },
};
