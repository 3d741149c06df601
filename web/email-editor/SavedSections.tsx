import { Menu, Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { canBeSent } from '../../api/contract/email-design.ts';
import { useRead } from '../data/read.ts';
import { storedDesign } from './design.ts';
import { useEditing } from './editing.ts';
import { t } from './texts.ts';

/** The sections that the business has kept, and those that its agency offers. */
export function SavedSections() {
  const { design, run, say, fields } = useEditing();
  const known = fields.map(({ name }) => name);
  const saved = (
    useRead('/email-templates', { query: { kind: 'section', per_page: 50, sort_by: 'name' } }).data?.data ?? []
  ).filter((kept) => canBeSent(storedDesign(kept), known));
  if (saved.length === 0) return null;
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconBookmark size={15} aria-hidden />}>
          {t('ee.saved')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className="ee-merges">
        {saved.map((kept) => (
          <Menu.Item
            key={kept.id}
            onClick={() => {
              const [section] = storedDesign(kept).sections;
              if (section === undefined) return;
              run({ do: 'insert-section', section, at: design.sections.length });
              say(t('ee.said.sectionAdded'));
            }}
          >
            {kept.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
