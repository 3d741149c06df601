import { ActionIcon, Button, Drawer, Menu, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconArchive,
  IconArrowLeft,
  IconBan,
  IconDots,
  IconDownload,
  IconLayoutSidebarRight,
  IconMailbox,
  IconMessageOff,
  IconPencil,
  IconArrowBackUp,
} from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { commands } from '../../../api/commands.ts';
import { useConversation } from '../../../data/reads.ts';
import { useApp } from '../../../session/context.tsx';
import { Avatar } from '../../../components/Avatar.tsx';
import { OptOutDialog } from '../../../components/contact/OptOutDialog.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ExportDialog } from '../../../components/export/ExportDialog.tsx';
import { useCan } from '../../../session/rights.ts';
import { t as exportWord } from '../../../components/export/texts.ts';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { ContactStatusBadge } from '../../../components/StatusBadge.tsx';
import { displayName, fullName } from '../../../format/person.ts';
import { phone } from '../../../format/phone.ts';
import { isLookedAt } from '../../../live/activity.ts';
import type { Unsent } from '../../../data/outbox.ts';
import { t } from './texts.ts';
import { Assignee, Theirs, useOnlyTheirs } from './Assignee.tsx';
import { LooksOptedOut } from './LooksOptedOut.tsx';
import { Overdue } from './Waiting.tsx';
import { Composer } from './Composer.tsx';
import { ContactPanel } from './ContactPanel.tsx';
import { putBack } from './drafts.ts';
import { ScheduledTexts } from './ScheduledTexts.tsx';
import { TimelineView } from './TimelineView.tsx';
import { useTimeline } from './useTimeline.ts';

/** The open conversation and its contact. Give it the contact's id as key. */
export function ConversationView({
  contactId,
  initialUnread,
  focusOnOpen,
  turned,
  writing,
  onLeave,
}: {
  readonly contactId: string;
  readonly initialUnread: number | null;
  readonly focusOnOpen: boolean;
  /** How often its writer has asked, by key, for the other field. */
  readonly turned: number;
  /** Who else is writing here, by name. */
  readonly writing: readonly string[];
  readonly onLeave: () => void;
}) {
  const { client, run } = useApp();
  const can = useCan();
  const read = useConversation(contactId);
  const chat = useTimeline(contactId);
  const wide = useMediaQuery('(min-width: 1280px)', undefined, { getInitialValueInEffect: false }) ?? true;
  // Where one pane is shown at a time, this one's title is the page's.
  const Heading = useMediaQuery('(max-width: 760px)', undefined, { getInitialValueInEffect: false }) ? 'h1' : 'h2';
  const [panel, setPanel] = useState<boolean | null>(null);
  const [optingOut, setOptingOut] = useState(false);
  // How often words came back into the field: each time it is opened anew, with them in it.
  const [returned, setReturned] = useState(0);
  const backIntoField = useCallback(
    (body: string, media: Unsent['media']) => {
      putBack(contactId, body, media);
      setReturned((count) => count + 1);
    },
    [contactId],
  );
  const panelOpen = panel ?? wide;
  const conversation = read.data?.data;
  const onlyTheirs = useOnlyTheirs(conversation);
  useMarkRead(contactId, conversation?.unread ?? 0, conversation?.position ?? null);
  const notes = useMemo(() => chat.messages.filter((message) => message.kind === 'note').reverse(), [chat.messages]);

  if (read.error) {
    return (
      <section className="bk-chatpane none">
        {read.error.status === 404 || read.error.status === 422 ?
          <EmptyState icon={IconMessageOff} title={t('chat.notFound')} text={t('chat.notFoundText')}>
            <Button variant="default" onClick={onLeave}>
              {t('chat.back')}
            </Button>
          </EmptyState>
        : <ErrorState error={read.error} onRetry={read.refresh} />}
      </section>
    );
  }

  const name = conversation ? displayName(conversation) : '';
  const setStatus = (status: 'open' | 'closed') => {
    read.patch((reply) => ({ data: { ...reply.data, status, open: status === 'open' } }));
    const seen = conversation?.position ?? '0';
    void run(() =>
      status === 'open' ? commands.reopen(client, contactId) : commands.close(client, contactId, seen),
    ).then(read.refresh);
  };
  const markUnread = () => {
    void run(() => commands.markUnread(client, contactId));
    onLeave();
  };
  const closed = conversation?.status === 'closed';
  const details = conversation && (
    <ContactPanel
      contact={conversation.contact}
      notes={notes}
      onChanged={read.refresh}
      onOptOut={() => {
        setOptingOut(true);
      }}
    />
  );

  return (
    <>
      <section className="bk-chatpane" aria-label={name === '' ? t('app.loading') : t('chat.with', { name })}>
        <header className="bk-chathead">
          <ActionIcon className="back" aria-label={t('chat.back')} onClick={onLeave}>
            <IconArrowLeft size={20} />
          </ActionIcon>
          {conversation && (
            <>
              <Avatar person={conversation} size={36} />
              <div className="who">
                <Heading className="clip">{name}</Heading>
                <Overdue conversation={conversation}>
                  {fullName(conversation) !== null && (
                    <span className="num faint clip">{phone(conversation.phone)}</span>
                  )}
                </Overdue>
              </div>
              <span className="badge">
                <ContactStatusBadge
                  status={conversation.contact_status}
                  unreachable={conversation.contact.unreachable}
                />
              </span>
              <div className="actions">
                <Assignee
                  conversation={conversation}
                  onAssigned={(to) => {
                    read.patch((reply) => ({
                      data: { ...reply.data, assignee_id: to?.id ?? null, assignee: to?.name ?? null },
                    }));
                  }}
                />
                <Tooltip label={closed ? t('chat.reopen') : t('chat.close')}>
                  <ActionIcon
                    aria-label={closed ? t('chat.reopen') : t('chat.close')}
                    onClick={() => {
                      setStatus(closed ? 'open' : 'closed');
                    }}
                  >
                    {closed ?
                      <IconArrowBackUp size={19} />
                    : <IconArchive size={19} />}
                  </ActionIcon>
                </Tooltip>
                <Tooltip label={panelOpen ? t('chat.hideDetails') : t('chat.details')}>
                  <ActionIcon
                    aria-label={panelOpen ? t('chat.hideDetails') : t('chat.details')}
                    aria-expanded={panelOpen}
                    onClick={() => {
                      setPanel(!panelOpen);
                    }}
                  >
                    <IconLayoutSidebarRight size={19} />
                  </ActionIcon>
                </Tooltip>
                <ExportDialog
                  title={exportWord('export.messages')}
                  which={exportWord('export.messagesText')}
                  link={async (format) => {
                    const request = { params: { id: contactId }, body: { format }, quiet: true };
                    return (await client.post('/livechat/{id}/export', request)).data.file_url;
                  }}
                  trigger={(openExport) => (
                    <Menu position="bottom-end">
                      <Menu.Target>
                        <ActionIcon aria-label={t('chat.more')}>
                          <IconDots size={19} />
                        </ActionIcon>
                      </Menu.Target>
                      <Menu.Dropdown>
                        {can('manage') && (
                          <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={openExport}>
                            {t('chat.export')}
                          </Menu.Item>
                        )}
                        <Menu.Item leftSection={<IconMailbox size={16} aria-hidden />} onClick={markUnread}>
                          {t('chat.markUnread')}
                        </Menu.Item>
                        {conversation.contact_status !== 'optedOut' && (
                          <Menu.Item
                            color="red"
                            leftSection={<IconBan size={16} aria-hidden />}
                            onClick={() => {
                              setOptingOut(true);
                            }}
                          >
                            {t('contacts.optOut')}…
                          </Menu.Item>
                        )}
                      </Menu.Dropdown>
                    </Menu>
                  )}
                />
              </div>
            </>
          )}
        </header>
        <TimelineView
          chat={chat}
          name={name}
          unread={initialUnread ?? conversation?.unread ?? null}
          onPutBack={backIntoField}
        />
        {closed && <p className="bk-closed">{t('chat.closed', { name })}</p>}
        <ScheduledTexts
          contactId={contactId}
          name={name}
          onEdit={({ body, media }) => {
            backIntoField(
              body ?? '',
              media.flatMap(({ url, content_type: type }) => (url === null ? [] : [{ url, content_type: type }])),
            );
          }}
        />
        {conversation && (
          <LooksOptedOut
            conversation={conversation}
            name={name}
            onKept={read.refresh}
            onOptOut={() => {
              setOptingOut(true);
            }}
          />
        )}
        {conversation && <Theirs conversation={conversation} only={onlyTheirs} onTaken={read.refresh} />}
        <p className="bk-writing" role="status">
          {writing.length > 0 && (
            <>
              <IconPencil size={14} aria-hidden />
              {t('chat.writing', { names: writing.join(', '), count: writing.length })}
            </>
          )}
        </p>
        {conversation ?
          <Composer
            key={`${returned} ${turned}`}
            seen={chat.seen}
            contact={conversation.contact}
            name={name}
            onlyTheirs={onlyTheirs}
            onSend={chat.send}
            onNoteAdded={chat.retry}
            focusOnOpen={focusOnOpen || returned + turned > 0}
          />
        : <div className="bk-composer ghost" />}
      </section>
      {wide && panelOpen && (
        <aside className="bk-chatpanel" aria-label={t('chat.details')}>
          {details}
        </aside>
      )}
      {!wide && (
        <Drawer
          opened={panelOpen}
          onClose={() => {
            setPanel(false);
          }}
          position="right"
          size={360}
          title={t('chat.details')}
          styles={{ title: { fontWeight: 600 } }}
        >
          {details}
        </Drawer>
      )}
      <OptOutDialog
        contact={optingOut && conversation ? conversation.contact : null}
        onClose={() => {
          setOptingOut(false);
        }}
        onDone={read.refresh}
      />
    </>
  );
}

/** Marks what is seen as read, while the window is looked at: who comes back to a forgotten tab finds it unread. */
function useMarkRead(contactId: string, unread: number, position: string | null): void {
  const { client } = useApp();
  const mark = useCallback(() => {
    if (unread === 0 || position === null || !isLookedAt()) return;
    // What fails here is tried again with the next message; nothing is lost by it.
    commands.markRead(client, contactId, position).catch(() => undefined);
  }, [client, contactId, unread, position]);
  useEffect(() => {
    mark();
    const comesBack = ['visibilitychange', 'pointerdown', 'pointermove', 'keydown'] as const;
    for (const name of comesBack) document.addEventListener(name, mark);
    return () => {
      for (const name of comesBack) document.removeEventListener(name, mark);
    };
  }, [mark]);
}
