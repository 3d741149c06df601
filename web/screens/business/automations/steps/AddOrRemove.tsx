import { Words } from '../fields/choices.tsx';
import { t } from '../texts.ts';

export const AddOrRemove = ({
  value,
  onChange,
}: {
  readonly value: 'add' | 'remove';
  readonly onChange: (change: 'add' | 'remove') => void;
}) => (
  <Words
    label={t('au.p.change')}
    words={['add', 'remove']}
    wordOf={(word) => t(`au.p.change.${word}`)}
    value={value}
    onChange={onChange}
  />
);
