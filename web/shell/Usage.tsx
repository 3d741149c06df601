import { Popover, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { count } from '../format/number.ts';
import { t } from './texts.ts';
import { useProfile } from '../session/profile.tsx';
import { type Allowance, usageOf } from './allowance.ts';

/**
 * What an agency has used of its free allowance: three small meters in the top bar, explained on a click. Nothing where
 * nothing is free.
 */
export function Usage({ wide = false }: { readonly wide?: boolean }) {
  const { agency, role } = useProfile();
  const [opened, setOpened] = useState(false);
  if (role !== 'Agency' || agency === null) return null;
  const meters = usageOf(agency);
  if (meters.length === 0) return null;
  const detail = (
    <div className="bk-allowance">
      <h2>{t('usage.title')}</h2>
      {meters.map((meter) => (
        <div key={meter.kind} className={`row ${meter.level}`}>
          <span>{t(`usage.${meter.kind}`)}</span>
          <span className="num">{t('usage.of', { used: count(meter.used), free: count(meter.free) })}</span>
          <Bar meter={meter} />
        </div>
      ))}
      <p>{t('usage.text')}</p>
    </div>
  );
  if (wide) return detail;
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={320}
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <UnstyledButton
          className="bk-usage"
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => {
            setOpened(!opened);
          }}
        >
          <span className="sr-only">{t('usage.title')}: </span>
          <span className="button">{t('usage.button')}</span>
          <span className="meters">
            {meters.map((meter) => (
              <span key={meter.kind} className={`meter ${meter.level}`}>
                <span className="what">
                  <span>{t(`usage.${meter.kind}`)}</span>{' '}
                  <b className="num">{t('usage.short', { used: count(meter.used), free: count(meter.free) })}</b>
                </span>
                <Bar meter={meter} />
              </span>
            ))}
          </span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('usage.title')} p={0}>
        {detail}
      </Popover.Dropdown>
    </Popover>
  );
}

const Bar = ({ meter }: { readonly meter: Allowance }) => (
  <span className="bar">
    <i style={{ width: `${Math.round(meter.share * 100)}%` }} />
  </span>
);
