import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from './EmptyState.tsx';
import type { List } from './list.ts';
import { SearchInput } from './SearchInput.tsx';
import { t } from './texts.ts';

/** The search above a list, with what else narrows it. */
export const ListSearch = <T,>({
  label,
  list,
  children,
}: {
  readonly label: string;
  readonly list: List<T>;
  readonly children?: ReactNode;
}) => (
  <div className="bk-toolbar">
    <SearchInput
      label={label}
      value={list.state.search}
      onChange={(search) => {
        list.change({ search });
      }}
    />
    {children}
  </div>
);

/** Nothing fits what was searched for. */
export const NoMatch = <T,>({ text, list }: { readonly text: string; readonly list: List<T> }) => (
  <EmptyState icon={IconFilterOff} title={t('list.noMatch')} text={text}>
    <Button variant="default" onClick={list.clear}>
      {t('list.clearFilters')}
    </Button>
  </EmptyState>
);
