import { Button, Menu } from '@mantine/core';
import { IconBraces } from '@tabler/icons-react';
import { mergeLabel } from '../../../../components/attributes/label.ts';
import { mergeFields } from '../../../../../api/contract/personalization.ts';
import { useRead } from '../../../../data/read.ts';
import { maybe, t } from '../texts.ts';

const namesOf = (...groups: readonly string[]): readonly string[] =>
  mergeFields([]).flatMap(({ name, group }) => (groups.includes(group) ? [name] : []));
/** Fields of a campaign and of the coupon that it gives: a broadcast that belongs to none has no value for them. */
export const notHere: ReadonlySet<string> = new Set(namesOf('coupon', 'campaign'));
/** Of a page and of a member’s loop: no broadcast has a value for them. */
export const neverHere: ReadonlySet<string> = new Set(namesOf('campaign'));
const ofNone: ReadonlySet<string> = new Set(['keyword', ...neverHere]);
/** Fields that a broadcast doesn’t offer. The keyword is the same for everyone: it is simply written. */
export const hiddenFor = (campaignId: string | null): ReadonlySet<string> => (campaignId === null ? notHere : ofNone);

export function MergeMenu({
  hidden = notHere,
  onPick,
}: {
  readonly hidden?: ReadonlySet<string>;
  readonly onPick: (tag: string) => void;
}) {
  const { data } = useRead('/custom-fields', { query: { per_page: 100 } });
  const fields = mergeFields((data?.data ?? []).map((field) => ({ ...field, kind: field.kind })));
  const shown = fields.filter(({ name }) => !hidden.has(name));
  return (
    <Menu position="top-start" width={260} withinPortal>
      <Menu.Target>
        <Button size="compact-sm" variant="default" leftSection={<IconBraces size={15} aria-hidden />}>
          {t('bc.message.merge')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {(['contact', 'coupon', 'campaign', 'custom', 'business'] as const).map((group) => {
          const own = shown.filter((one) => one.group === group);
          if (own.length === 0) return null;
          return (
            <div key={group}>
              <Menu.Label>{t(`merge.group.${group}`)}</Menu.Label>
              {own.map(({ name, label }) => (
                <Menu.Item
                  key={name}
                  onClick={() => {
                    onPick(
                      group === 'contact' ?
                        `{{${name}|${maybe(`fallback.${name}`) ?? ''}}}`.replace('|}}', '}}')
                      : `{{${name}}}`,
                    );
                  }}
                >
                  {label ?? mergeLabel(name) ?? maybe(`merge.${name}`) ?? name}
                </Menu.Item>
              ))}
            </div>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
