import { ActionIcon, Button, Group, Modal, Textarea, TextInput } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { type Snippet, snippetMergeFields } from '../../../../api/contract/snippets.ts';
import { commands } from '../../../api/commands.ts';
import { ApiError, failureMessage } from '../../../api/errors.ts';
import { useApp } from '../../../session/context.tsx';
import { t } from './texts.ts';

/** The words that a business says often: added, changed, deleted. */
export function SnippetsDialog({
  opened,
  snippets,
  onChanged,
  onClose,
}: {
  readonly opened: boolean;
  readonly snippets: readonly Snippet[];
  readonly onChanged: () => void;
  readonly onClose: () => void;
}) {
  const { client, run } = useApp();
  /** Which is written; `new`: another one; null: the list is shown. */
  const [written, setWritten] = useState<Snippet | 'new' | null>(null);
  const done = () => {
    setWritten(null);
    onChanged();
  };
  return (
    <Modal opened={opened} onClose={onClose} title={t('snippet.title')} size="md">
      {written === null ?
        <div className="bk-snippetlist">
          {snippets.length === 0 && <p className="muted">{t('snippet.none')}</p>}
          <ul>
            {snippets.map((snippet) => (
              <li key={snippet.id}>
                <div>
                  <b>/{snippet.name}</b>
                  <p className="muted small">{snippet.body}</p>
                </div>
                <ActionIcon
                  aria-label={t('snippet.edit', { name: snippet.name })}
                  onClick={() => {
                    setWritten(snippet);
                  }}
                >
                  <IconPencil size={16} />
                </ActionIcon>
                <ActionIcon
                  color="red"
                  aria-label={t('snippet.delete', { name: snippet.name })}
                  onClick={() => {
                    void run(() => commands.deleteSnippet(client, snippet.id)).then(onChanged);
                  }}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </li>
            ))}
          </ul>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => {
              setWritten('new');
            }}
          >
            {t('snippet.add')}
          </Button>
        </div>
      : <SnippetForm
          snippet={written === 'new' ? null : written}
          onDone={done}
          onCancel={() => {
            setWritten(null);
          }}
        />
      }
    </Modal>
  );
}

function SnippetForm({
  snippet,
  onDone,
  onCancel,
}: {
  readonly snippet: Snippet | null;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}) {
  const { client } = useApp();
  const [name, setName] = useState(snippet?.name ?? '');
  const [body, setBody] = useState(snippet?.body ?? '');
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const save = async () => {
    setBusy(true);
    setProblems({});
    try {
      await commands.writeSnippet(client, snippet?.id ?? null, { name: name.replace(/^\//, ''), body });
      onDone();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const first = (field: string) => error.fields[field]?.[0];
      const [wrongName, wrongBody] = [first('name'), first('body')];
      const said = error.status === 0 ? t('app.unreachable') : (failureMessage(error) ?? t('app.failed'));
      setProblems({
        ...(wrongName ? { name: wrongName } : {}),
        ...((wrongBody ?? !wrongName) ? { body: wrongBody ?? said } : {}),
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void save();
      }}
    >
      <TextInput
        label={t('snippet.name')}
        description={t('snippet.nameText')}
        leftSection="/"
        value={name}
        maxLength={40}
        error={problems['name']}
        data-autofocus
        onChange={(event) => {
          setName(event.currentTarget.value);
        }}
      />
      <Textarea
        mt="md"
        label={t('snippet.body')}
        description={t('snippet.fields', { fields: snippetMergeFields.map((one) => `{{${one}}}`).join(', ') })}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={1600}
        value={body}
        error={problems['body']}
        onChange={(event) => {
          setBody(event.currentTarget.value);
        }}
      />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onCancel}>
          {t('app.cancel')}
        </Button>
        <Button type="submit" loading={busy} disabled={name.trim() === '' || body.trim() === ''}>
          {t('app.save')}
        </Button>
      </Group>
    </form>
  );
}
