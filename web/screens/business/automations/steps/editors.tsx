import type { ReactNode } from 'react';
import type { Node, NodeKind } from '../model.ts';
import { Alert } from './alert.tsx';
import { Assign } from './assign.tsx';
import { CollectContactData } from './collect-contact-data.tsx';
import { Condition } from './condition.tsx';
import type { StepEditing, StepEditor } from './editor.tsx';
import { End } from './end.tsx';
import { Goal } from './goal.tsx';
import { GotoRegistration } from './goto-registration.tsx';
import { ImageUpload } from './image-upload.tsx';
import { Keyword } from './keyword.tsx';
import { Notification } from './notification.tsx';
import { Redemption } from './redemption.tsx';
import { SendEmail } from './send-email.tsx';
import { Split } from './split.tsx';
import { SubscribeContactToList } from './subscribe-contact-to-list.tsx';
import { Tag } from './tag.tsx';
import { Wait } from './wait.tsx';
import { Webhook } from './webhook.tsx';

/** What is asked of each kind of step. */
const editors = {
  Notification,
  SendEmail,
  Redemption,
  Alert,
  GotoRegistration,
  Wait,
  Goal,
  Condition,
  CollectContactData,
  SubscribeContactToList,
  ImageUpload,
  Split,
  GoTo: null,
  Webhook,
  Keyword,
  Tag,
  Assign,
  End,
} satisfies { readonly [Kind in NodeKind]: StepEditor<Kind> };

type Editing = Omit<StepEditing<NodeKind>, 'node'> & { readonly node: Node };
export function EditStep(editing: Editing): ReactNode {
  const Editor = editors[editing.node.kind] as ((editing: Editing) => ReactNode) | null;
  return Editor === null ? null : <Editor {...editing} />;
}
