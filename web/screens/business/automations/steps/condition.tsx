import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconFilter, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { FilterDialog } from '../../../../components/contact-filter/FilterDialog.tsx';
import type { ContactFilter } from '../../../../components/contact-filter/model.ts';
import type { Check } from '../model.ts';
import { t } from '../texts.ts';
import { checkWords } from '../labels.ts';
import { Clock, freshClock, isClock } from './clock.tsx';
import type { StepEditing } from './editor.tsx';

export function Condition({ node, around: { data, wrong }, put }: StepEditing<'Condition'>) {
  const { checks } = node;
  const [building, build] = useState(false);
  const set = (groups: typeof checks.groups, match = checks.match) => {
    put({ ...node, checks: { match, groups: groups.filter(({ conditions }) => conditions.length > 0) } });
  };
  // Conditions of time stand in groups of their own; where somebody put them among others, these are only taken away.
  const isMixed = checks.groups.some(({ conditions }) => conditions.some(isClock) && !conditions.every(isClock));
  const ofContact = checks.groups.filter(({ conditions }) => !conditions.some(isClock));
  const clocks = checks.groups.filter(({ conditions }) => conditions.some(isClock));
  const change = (group: number, at: number, check: Check | null) => {
    set(
      checks.groups.map((one, index) =>
        index !== group ? one : (
          {
            ...one,
            conditions: one.conditions.flatMap((held, other) =>
              other !== at ? [held]
              : check === null ? []
              : [check],
            ),
          }
        ),
      ),
    );
  };
  const filter = { match: checks.match, groups: ofContact } as ContactFilter;
  return (
    <>
      <div className="au-checks" role="group" aria-label={t('au.p.checks')}>
        <span className="label">{t('au.p.checks')}</span>
        {wrong('checks') !== undefined && <span className="problem">{wrong('checks')}</span>}
        <ul>
          {checks.groups.map((group, at) => (
            <li key={at}>
              {at > 0 && <span className="faint">{t(checks.match === 'all' ? 'au.and' : 'au.or')}</span>}
              <ul className={checks.groups.length > 1 && group.conditions.length > 1 ? 'group' : ''}>
                {group.conditions.map((check, index) => (
                  <li key={index} className="check">
                    {index > 0 && <span className="faint">{t(group.match === 'all' ? 'au.and' : 'au.or')}</span>}
                    <span dir="auto">{checkWords(check, data.names)}</span>
                    <Tooltip label={t('au.p.removeCheck', { what: checkWords(check, data.names) })}>
                      <ActionIcon
                        size="sm"
                        aria-label={t('au.p.removeCheck', { what: checkWords(check, data.names) })}
                        onClick={() => {
                          change(at, index, null);
                        }}
                      >
                        <IconX size={13} aria-hidden />
                      </ActionIcon>
                    </Tooltip>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
        <div className="au-acts">
          {!isMixed && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconFilter size={15} aria-hidden />}
              onClick={() => {
                build(true);
              }}
            >
              {t(ofContact.length === 0 ? 'au.p.addChecks' : 'au.p.changeChecks')}
            </Button>
          )}
          {checks.groups.length < 5 && (
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                set([...checks.groups, { match: 'all', conditions: [freshClock] }]);
              }}
            >
              {t('au.p.addClock')}
            </Button>
          )}
        </div>
      </div>
      {checks.groups.map((group, at) =>
        group.conditions.map((check, index) =>
          isClock(check) ?
            <Clock
              key={`${at}.${index}`}
              value={check}
              error={wrong(`checks.groups.${at}.conditions.${index}`)}
              onChange={(changed) => {
                change(at, index, changed);
              }}
            />
          : null,
        ),
      )}
      <FilterDialog
        opened={building}
        filter={ofContact.length === 0 ? null : filter}
        data={data}
        apply={t('au.p.useChecks')}
        onApply={(applied) => {
          set(
            [...((applied?.groups ?? []) as typeof checks.groups), ...clocks].slice(0, 5),
            applied?.match ?? checks.match,
          );
        }}
        onClose={() => {
          build(false);
        }}
      />
    </>
  );
}
