import { ActionIcon, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Contact } from '../../../api/contract/contacts.ts';
import { ApiError, failureMessage } from '../../api/errors.ts';
import { useApp } from '../../session/context.tsx';
import { t } from './texts.ts';

/** The tags of a contact: each leads to everybody who has it; Enter adds what was typed. */
export function ContactTags({
  contact: { id, tags },
  onChanged,
}: {
  readonly contact: Contact;
  readonly onChanged: () => void;
}) {
  const { client } = useApp();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const choose = async (chosen: readonly string[]): Promise<void> => {
    try {
      await client.put('/contacts/{id}/tags', { params: { id }, body: { tags: [...chosen] } });
      setTyped('');
      setError(null);
      onChanged();
    } catch (refused) {
      setError(refused instanceof ApiError ? failureMessage(refused) : null);
    }
  };
  return (
    <div>
      <dt>{t('contacts.tags')}</dt>
      <dd>
        <span className="bk-keywords">
          {tags.map((tag) => (
            <span key={tag} className="bk-keyword">
              <Link href={`/business/contacts?tags=${encodeURIComponent(tag)}`} title={t('contacts.tagged', { tag })}>
                {tag}
              </Link>
              <ActionIcon
                variant="transparent"
                size="xs"
                aria-label={t('contacts.untag', { tag })}
                onClick={() => void choose(tags.filter((one) => one !== tag))}
              >
                <IconX size={12} aria-hidden />
              </ActionIcon>
            </span>
          ))}
          <TextInput
            size="xs"
            aria-label={t('contacts.addTag')}
            placeholder={t('contacts.addTag')}
            value={typed}
            error={error}
            maxLength={40}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && typed.trim() !== '') void choose([...tags, typed]);
            }}
          />
        </span>
      </dd>
    </div>
  );
}
