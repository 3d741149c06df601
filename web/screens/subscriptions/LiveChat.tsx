import { AddOn } from './AddOn.tsx';

/** Two-way texting: the add-on of live chat. */
export default function LiveChat() {
  return <AddOn section="livechat" />;
}
