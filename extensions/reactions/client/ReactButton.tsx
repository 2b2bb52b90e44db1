import {
  Button,
  Icon,
  LinkButton,
  type PostProps,
  useApp,
  useLogInLink,
  VisuallyHidden,
} from '@parley/client'
import type { MouseEvent, ReactNode } from 'react'
import { asksToLogIn } from './abilities.ts'
import { usePicker } from './use-picker.tsx'

/** Opens the picker of a post. Guests who may not react log in. */
export function ReactButton({ post }: PostProps): ReactNode {
  return asksToLogIn(useApp()) ? <LogInToReact /> : <PickerButton post={post} />
}

function LogInToReact(): ReactNode {
  const { t } = useApp()
  const link = useLogInLink()
  return (
    <LinkButton {...link} icon="react" variant="quiet" isSmall isIconOnly>
      {t('reactions.forum.react_button_label')}
    </LinkButton>
  )
}

function PickerButton({ post }: PostProps): ReactNode {
  const { t } = useApp()
  const { ref, isOpen, open, close, press, intent, picker } = usePicker(post.id)
  const handleClick = ({ detail, currentTarget }: MouseEvent<HTMLElement>) => {
    // The pointer that rests on the button has opened it.
    if (isOpen && detail > 0 && !currentTarget.matches(':hover')) close()
    else void open(detail === 0)
  }
  return (
    <div ref={ref} className="ReactButton" {...press} {...intent}>
      {/* Its tooltip would lie beside the picker. */}
      <Button className="Button--icon" variant="quiet" isSmall aria-expanded={isOpen} onClick={handleClick}>
        <Icon name="react" isSmall />
        <VisuallyHidden>{t('reactions.forum.react_button_label')}</VisuallyHidden>
      </Button>
      {picker}
    </div>
  )
}
