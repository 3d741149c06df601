import { Button } from '@mantine/core';
import { Amount } from '../fields/choices.tsx';
import { automationModel } from '../model.ts';
import { t } from '../texts.ts';
import type { StepEditing } from './editor.tsx';

export function Split({ node, around: { wrong }, put }: StepEditing<'Split'>) {
  const { shares, to } = node;
  /** Evenly again, the first take what is left over. */
  const even = (count: number) =>
    Array.from({ length: count }, (_, at) => Math.floor(100 / count) + (at < 100 % count ? 1 : 0));
  const { ways } = automationModel;
  return (
    <>
      {shares.map((share, at) => (
        <Amount
          key={ways[at]}
          label={t('au.p.share', { letter: ways[at]!.toUpperCase() })}
          value={share}
          to={99}
          error={at === 0 ? wrong('shares') : undefined}
          onChange={(value) => {
            const changed = shares.map((one, index) => (index === at ? value : one));
            // Of two, the other takes the rest.
            put({
              ...node,
              shares: shares.length === 2 ? shares.map((_, i) => (i === at ? value : 100 - value)) : changed,
            });
          }}
        />
      ))}
      <div className="au-acts">
        {shares.length < ways.length && (
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              put({ ...node, shares: even(shares.length + 1), to: { ...to, [ways[shares.length]!]: to.a } });
            }}
          >
            {t('au.p.addWay')}
          </Button>
        )}
        {shares.length > 2 && (
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              put({ ...node, shares: even(shares.length - 1), to: { ...to, [ways[shares.length - 1]!]: null } });
            }}
          >
            {t('au.p.dropWay')}
          </Button>
        )}
      </div>
    </>
  );
}
