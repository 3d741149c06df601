import { Menu, Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { canBeSent, type EmailDesign } from '../../api/contract/email-design.ts';
import { useRead } from '../data/read.ts';
import { useEditing } from './editing.ts';
import { t } from './texts.ts';

/** The sections that the business has kept, and those that its agency offers. */
export function SavedSections() {
  const { design, run, say, fields } = useEditing();
  const known = fields.map(({ name }) => name);
  const saved = (
    useRead('/email-templates', { query: { kind: 'section', per_page: 50, sort_by: 'name' } }).data?.data ?? []
  ).filter(({ design: kept }) => canBeSent(kept as unknown as EmailDesign, known));
  if (saved.length === 0) return null;
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconBookmark size={15} aria-hidden />}>
          {t('ee.saved')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className="ee-merges">
        {saved.map(({ id, name, design: kept }) => (
          <Menu.Item
            key={id}
            onClick={() => {
              const [section] = (kept as unknown as EmailDesign).sections;
              if (section === undefined) return;
              run({ do: 'insert-section', section, at: design.sections.length });
              say(t('ee.said.sectionAdded'));
            }}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
