import { Button, Select } from '@mantine/core';
import { IconFilter, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { anybody } from '../../../../components/contact-filter/audience.ts';
import { Conditions } from '../../../../components/contact-filter/Conditions.tsx';
import { FilterDialog } from '../../../../components/contact-filter/FilterDialog.tsx';
import type { FilterData } from '../../../../components/contact-filter/useFilterData.ts';
import type { ContactFilter } from '../../../../components/contact-filter/model.ts';
import {
  type automationModel,
  type Document,
  freshTrigger,
  type Trigger,
  triggerGroups,
  type TriggerOn,
} from '../model.ts';
import { t } from '../texts.ts';
import { Amount, Words, type Wrong } from '../fields/choices.tsx';
import { EventFields } from '../triggers/EventFields.tsx';

const maxTriggers = 10;

/** What starts it, for whom, and who may come in again. */
export function StartPanel({
  document: { triggers, reentry },
  data,
  wrongOf,
  error,
  onTriggers,
  onReentry,
}: {
  readonly document: Document;
  readonly data: FilterData;
  readonly wrongOf: (trigger: number) => Wrong;
  /** Nothing starts it. */
  readonly error: string | undefined;
  readonly onTriggers: (triggers: readonly Trigger[]) => void;
  readonly onReentry: (reentry: automationModel.Reentry) => void;
}) {
  const [building, build] = useState<number | null>(null);
  const put = (at: number, trigger: Trigger | null) => {
    onTriggers(
      triggers.flatMap((one, index) =>
        index !== at ? [one]
        : trigger === null ? []
        : [trigger],
      ),
    );
  };
  const built = building === null ? undefined : triggers[building];
  return (
    <div className="au-fields">
      {triggers.map((trigger, at) => (
        <fieldset key={at} className="au-trigger">
          <legend>{t('au.p.triggerNumber', { number: at + 1 })}</legend>
          <EventFields
            value={trigger.on}
            all
            at="on"
            data={data}
            wrong={wrongOf(at)}
            onChange={(on) => {
              put(at, { ...trigger, on });
            }}
          />
          <div className="au-checks" role="group" aria-label={t('au.p.only')}>
            <span className="label">{t('au.p.only')}</span>
            {trigger.filter.groups.length === 0 ?
              <span className="muted">{t('au.p.everybody')}</span>
            : <Conditions
                filter={trigger.filter as ContactFilter}
                names={data.names}
                onFilter={(filter) => {
                  put(at, { ...trigger, filter: filter ?? anybody });
                }}
              />
            }
            <div className="au-acts">
              <Button
                size="xs"
                variant="default"
                leftSection={<IconFilter size={15} aria-hidden />}
                onClick={() => {
                  build(at);
                }}
              >
                {t(trigger.filter.groups.length === 0 ? 'au.p.addChecks' : 'au.p.changeChecks')}
              </Button>
              <Button
                size="xs"
                variant="default"
                leftSection={<IconTrash size={15} aria-hidden />}
                aria-label={t('au.p.dropTrigger', { number: at + 1 })}
                onClick={() => {
                  put(at, null);
                }}
              >
                {t('au.p.remove')}
              </Button>
            </div>
          </div>
        </fieldset>
      ))}
      {triggers.length < maxTriggers && (
        <Select
          // Empty again for the next one.
          key={triggers.length}
          aria-label={t(triggers.length === 0 ? 'au.b.startsNone' : 'au.p.addTrigger')}
          placeholder={t(triggers.length === 0 ? 'au.b.startsNone' : 'au.p.addTrigger')}
          leftSection={<IconPlus size={15} aria-hidden />}
          data={triggerGroups.map(([group, kinds]) => ({
            group: t(`au.ons.${group}`),
            items: kinds.map((kind) => ({ value: kind as string, label: t(`au.is.${kind}`) })),
          }))}
          value={null}
          error={triggers.length === 0 ? error : undefined}
          searchable
          onChange={(kind) => {
            if (kind !== null)
              onTriggers([...triggers, { on: freshTrigger(kind as TriggerOn['kind']), filter: anybody }]);
          }}
        />
      )}
      <Words
        label={t('au.p.reentry')}
        words={['once', 'after', 'always']}
        wordOf={(kind) => t(`au.p.reentry.${kind}`)}
        value={reentry.kind}
        onChange={(kind) => {
          onReentry(kind === 'after' ? { kind, days: 30 } : { kind });
        }}
      />
      {reentry.kind === 'after' && (
        <Amount
          label={t('au.p.reentryDays')}
          value={reentry.days}
          to={3_650}
          onChange={(days) => {
            onReentry({ kind: 'after', days });
          }}
        />
      )}
      <p className="muted">{t('au.p.reentryText')}</p>
      <FilterDialog
        opened={built !== undefined}
        filter={built === undefined || built.filter.groups.length === 0 ? null : (built.filter as ContactFilter)}
        data={data}
        apply={t('au.p.useChecks')}
        onApply={(filter) => {
          if (building !== null && built !== undefined) put(building, { ...built, filter: filter ?? anybody });
        }}
        onClose={() => {
          build(null);
        }}
      />
    </div>
  );
}
