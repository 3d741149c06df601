import { ActionIcon, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { Contact } from '../../../api/contract/contacts.ts';
import { useRead } from '../../data/read.ts';
import { useApp } from '../../session/context.tsx';
import { t } from './texts.ts';

/** The keywords of a contact: each can be taken away, and those of other campaigns added. Neither says anything of consent. */
export function ContactKeywords({
  contact: { id, keywords },
  onChanged,
}: {
  readonly contact: Pick<Contact, 'id' | 'keywords'>;
  readonly onChanged: () => void;
}) {
  const { client, run } = useApp();
  const { data } = useRead('/campaigns', { query: { per_page: 100 } });
  const [busy, setBusy] = useState(false);
  const others = (data?.data ?? []).flatMap(({ keyword }) =>
    keyword === null || keywords.includes(keyword) ? [] : [keyword],
  );
  const choose = async (chosen: readonly string[]): Promise<void> => {
    setBusy(true);
    const done = await run(() =>
      client.put('/contacts/{id}/sync-keywords', { params: { id }, body: { keywords: [...chosen] } }),
    );
    setBusy(false);
    if (done !== undefined) onChanged();
  };
  return (
    <span className="bk-keywords">
      {keywords.map((word) => (
        <span key={word} className="bk-keyword">
          {word}
          <ActionIcon
            variant="transparent"
            size="xs"
            disabled={busy}
            aria-label={t('keywords.remove', { word })}
            onClick={() => void choose(keywords.filter((one) => one !== word))}
          >
            <IconX size={12} aria-hidden />
          </ActionIcon>
        </span>
      ))}
      {others.length > 0 && (
        <Select
          size="xs"
          aria-label={t('keywords.add')}
          placeholder={t('keywords.add')}
          data={[...new Set(others)]}
          value={null}
          searchable={others.length > 7}
          disabled={busy}
          onChange={(word) => {
            if (word !== null) void choose([...keywords, word]);
          }}
        />
      )}
      {keywords.length + others.length === 0 && <span className="muted">{t('panel.noKeywords')}</span>}
    </span>
  );
}
