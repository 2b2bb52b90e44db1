import { Rich, SignUpFields, type SignUpProps, useApp, useForum } from '@parley/client'
import { type ReactNode, useId } from 'react'
import { boxName } from '../shared.ts'
import { type PolicyRecord, usePolicies } from './policies.ts'
import './policies.css'

/** A box for each policy, and what administrators say about it. */
function PolicyBoxes({ errors }: SignUpProps): ReactNode {
  const policies = usePolicies()
  const legalText = useForum()['fof-terms.signup-legal-text']
  return (
    <>
      {legalText && (
        <p className="Small Muted PolicyText" dir="auto">
          {legalText}
        </p>
      )}
      {policies.map((policy) => (
        <PolicyBox key={policy.id} policy={policy} error={errors[boxName(policy.id)]} />
      ))}
    </>
  )
}

function PolicyBox({ policy, error }: { policy: PolicyRecord; error: string | undefined }): ReactNode {
  const { boot } = useApp()
  const errorId = useId()
  const name = boxName(policy.id)
  return (
    <div>
      <label className="Check">
        <input
          type="checkbox"
          name={name}
          defaultChecked={boot.form?.values[name] !== undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
        />
        <span>
          <Rich
            id="terms.forum.signup.i-accept"
            params={{
              policy: policy.name,
              link: (text) =>
                policy.url ? (
                  <a href={policy.url} target="_blank" rel="noopener noreferrer">
                    {text}
                  </a>
                ) : (
                  <>{text}</>
                ),
            }}
          />
        </span>
      </label>
      {error && (
        <p id={errorId} className="Field-error">
          {error}
        </p>
      )}
    </div>
  )
}

export default [SignUpFields.add('policies', PolicyBoxes, { priority: -10 })]
