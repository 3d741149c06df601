import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, type TablerIcon } from '@tabler/icons-react';
import { t } from './texts.ts';

export interface RowAction {
  readonly id: string;
  readonly label: string;
  readonly icon: TablerIcon;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly run: () => void;
}

/** What can be done with one row. The dangerous come last, apart from the rest. */
export function RowMenu({ name, actions }: { readonly name: string; readonly actions: readonly RowAction[] }) {
  if (actions.length === 0) return null;
  const item = (action: RowAction) => (
    <Menu.Item
      key={action.id}
      leftSection={<action.icon size={16} aria-hidden />}
      {...(action.danger ? { color: 'red' } : {})}
      disabled={action.disabled ?? false}
      onClick={action.run}
    >
      {action.label}
    </Menu.Item>
  );
  const [safe, dangerous] = [actions.filter((action) => !action.danger), actions.filter((action) => action.danger)];
  return (
    <Menu position="bottom-end" width={210} withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={t('row.actions', { name })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {safe.map(item)}
        {safe.length > 0 && dangerous.length > 0 && <Menu.Divider />}
        {dangerous.map(item)}
      </Menu.Dropdown>
    </Menu>
  );
}
