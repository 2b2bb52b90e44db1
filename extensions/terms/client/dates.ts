import { useApp, useForum } from '@parley/client'
import dayjs from 'dayjs'
import advancedFormat from 'dayjs/plugin/advancedFormat.js'
import localizedFormat from 'dayjs/plugin/localizedFormat.js'
import { useEffect, useState } from 'react'

dayjs.extend(advancedFormat)
dayjs.extend(localizedFormat)

/** The names of months and days in the languages of the forum; English is part of the library. */
const languages: Readonly<Record<string, () => Promise<unknown>>> = {
  ar: () => import('dayjs/locale/ar.js'),
  de: () => import('dayjs/locale/de.js'),
  fr: () => import('dayjs/locale/fr.js'),
  zh: () => import('dayjs/locale/zh.js'),
}

/** Writes dates in the format that administrators chose, in the language of the page. */
export function useDate(): (date: string) => string {
  const { boot, connection } = useApp()
  const format = useForum()['fof-terms.date-format'] ?? ''
  const [locale, setLocale] = useState('en')
  useEffect(() => {
    const load = languages[boot.locale]
    // Without it the names are English.
    if (load)
      void connection.load(load).then(
        () => setLocale(boot.locale),
        () => {},
      )
  }, [boot.locale, connection])
  return (date) => dayjs(date).locale(locale).format(format)
}
