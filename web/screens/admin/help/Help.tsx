import { ActionIcon, Button, TextInput, Textarea } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { ChooseSupport, type Help as HelpReply, type News, PublishNews } from '../../../../api/contract/help.ts';
import { useRead } from '../../../data/read.ts';
import { useApp } from '../../../session/context.tsx';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { FormGhost } from '../../../components/FormGhost.tsx';
import { Form, Section } from '../../../components/form/Form.tsx';
import { AreaField, TextField } from '../../../components/form/fields.tsx';
import { useRecordForm } from '../../../components/form/useRecordForm.ts';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { Entry } from '../../../components/help/HelpTools.tsx';
import { t } from './texts.ts';

type Data = HelpReply['data'];

/** /admin/help: what agencies find under Support and What's new. */
export default function Help() {
  const { data, error, refresh } = useRead('/help', {});
  return (
    <div className="bk-page">
      <PageHeader title={t('operatorHelp.title')} meta={t('operatorHelp.lead')} />
      {error ?
        <div className="bk-card">
          <ErrorState error={error} onRetry={refresh} />
        </div>
      : data === undefined ?
        <FormGhost sections={2} />
      : <>
          <Support support={data.data.support} onSaved={refresh} />
          <NewsEntries news={data.data.news} onChanged={refresh} />
        </>
      }
    </div>
  );
}

function Support({ support, onSaved }: { readonly support: Data['support']; readonly onSaved: () => void }) {
  const { client } = useApp();
  const form = useRecordForm({
    initial: {
      text: support?.text ?? '',
      email: support?.email ?? '',
      phone: support?.phone ?? '',
      link: support?.link ?? '',
    },
    schema: ChooseSupport,
    revision: null,
    save: (body) => client.put('/help/support', { body }),
    onSaved,
  });
  const labels = {
    text: t('operatorHelp.text'),
    email: t('operatorHelp.email'),
    phone: t('operatorHelp.phone'),
    link: t('operatorHelp.link'),
  };
  return (
    <Form form={form} words={{ labels }}>
      <Section title={t('operatorHelp.support')} text={t('operatorHelp.supportText')}>
        <AreaField of={form.field('text')} label={labels.text} hint={t('operatorHelp.textHint')} optional />
        <TextField of={form.field('email')} label={labels.email} type="email" optional />
        <TextField of={form.field('phone')} label={labels.phone} type="tel" optional />
        <TextField of={form.field('link')} label={labels.link} placeholder="https://" optional />
      </Section>
    </Form>
  );
}

function NewsEntries({ news, onChanged }: { readonly news: readonly News[]; readonly onChanged: () => void }) {
  const { client, run } = useApp();
  const [{ title, body }, setEntry] = useState({ title: '', body: '' });
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const [removing, setRemoving] = useState<News | null>(null);
  const publish = async (event: FormEvent) => {
    event.preventDefault();
    const parsed = PublishNews.safeParse({ title, body });
    if (!parsed.success) {
      setProblems(Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message])));
      return;
    }
    setProblems({});
    setBusy(true);
    const done = await run(() => client.post('/help/news', { body: parsed.data }));
    setBusy(false);
    if (done === undefined) return;
    setEntry({ title: '', body: '' });
    onChanged();
  };
  return (
    <div className="bk-form">
      <Section title={t('operatorHelp.news')} text={t('operatorHelp.newsText')}>
        <form
          className="bk-stack"
          onSubmit={(event) => {
            void publish(event);
          }}
        >
          <TextInput
            label={t('operatorHelp.entryTitle')}
            value={title}
            maxLength={120}
            error={problems['title']}
            onChange={({ currentTarget }) => {
              setEntry({ title: currentTarget.value, body });
            }}
          />
          <Textarea
            label={t('operatorHelp.entryBody')}
            value={body}
            autosize
            minRows={3}
            maxLength={5_000}
            error={problems['body']}
            onChange={({ currentTarget }) => {
              setEntry({ title, body: currentTarget.value });
            }}
          />
          <div>
            <Button type="submit" loading={busy}>
              {t('operatorHelp.publish')}
            </Button>
          </div>
        </form>
        {news.length === 0 ?
          <p className="muted">{t('operatorHelp.none')}</p>
        : <ul className="bk-news">
            {news.map((entry) => (
              <Entry key={entry.id} entry={entry}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('operatorHelp.remove', { title: entry.title })}
                  onClick={() => {
                    setRemoving(entry);
                  }}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </Entry>
            ))}
          </ul>
        }
      </Section>
      <ConfirmDialog
        opened={removing !== null}
        title={t('operatorHelp.removeTitle')}
        text={t('operatorHelp.removeText', { title: removing?.title ?? '' })}
        confirm={t('operatorHelp.removeConfirm')}
        onConfirm={async () => {
          if (removing !== null) await run(() => client.delete('/help/news/{id}', { params: { id: removing.id } }));
          onChanged();
        }}
        onClose={() => {
          setRemoving(null);
        }}
      />
    </div>
  );
}
