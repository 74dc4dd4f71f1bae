; The builder's installer takes this file in by its name. Every update runs the old version's uninstaller first: what is
; removed below is removed only when the app goes for good.

!define CS_VERB "shell\Countersign.Send"

; All languages of the installer need each text: one that is missing stops the build.
!macro customHeader
  !ifndef BUILD_UNINSTALLER
  LangString csSend 1033 "Send for signature"
  LangString csSend 1031 "Zur Unterschrift senden"
  LangString csSend 1036 "Envoyer pour signature"
  LangString csSend 1040 "Invia per la firma"
  !endif
!macroend

; SHELL_CONTEXT is the person's part of the registry, or that of all accounts. The program that opens the file by a double
; click stays the same: we only stand in the menu, and in the list under "Open with".
!macro csAdd EXT
  WriteRegStr SHELL_CONTEXT "Software\Classes\SystemFileAssociations\${EXT}\${CS_VERB}" "MUIVerb" "$(csSend)"
  WriteRegStr SHELL_CONTEXT "Software\Classes\SystemFileAssociations\${EXT}\${CS_VERB}" "Icon" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\SystemFileAssociations\${EXT}\${CS_VERB}" "MultiSelectModel" "Player"
  WriteRegStr SHELL_CONTEXT "Software\Classes\SystemFileAssociations\${EXT}\${CS_VERB}\command" "" '"$appExe" --send -- "%1"'
  WriteRegStr SHELL_CONTEXT "Software\Classes\${EXT}\OpenWithProgids" "Countersign.Document" ""
!macroend

!macro csRemove EXT
  DeleteRegKey SHELL_CONTEXT "Software\Classes\SystemFileAssociations\${EXT}\${CS_VERB}"
  DeleteRegValue SHELL_CONTEXT "Software\Classes\${EXT}\OpenWithProgids" "Countersign.Document"
!macroend

; The folder of the policy belongs to the administrators, or a person could make it first: the app would ignore a policy in
; it. Accounts by their numbers, since Windows translates their names. A file that is there keeps its owner, whom the app asks for.
!macro csLockPolicyFolder
  ReadEnvStr $R0 SystemDrive
  StrCpy $R0 "$R0\ProgramData\Countersign"
  CreateDirectory "$R0"
  nsExec::Exec '"$SYSDIR\icacls.exe" "$R0" /setowner *S-1-5-32-544'
  Pop $R1
  nsExec::Exec '"$SYSDIR\icacls.exe" "$R0" /inheritance:r /grant:r *S-1-5-32-544:(OI)(CI)F *S-1-5-18:(OI)(CI)F *S-1-5-32-545:(OI)(CI)RX'
  Pop $R1
!macroend

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\Countersign.Document" "" "Countersign"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Countersign.Document\shell\open\command" "" '"$appExe" --send -- "%1"'
  !insertmacro csAdd ".pdf"
  !insertmacro csAdd ".docx"
  !insertmacro csAdd ".xlsx"
  ; Windows has no folder "Send to" for all accounts.
  ${ifNot} $installMode == "all"
    CreateShortCut "$SENDTO\Countersign.lnk" "$appExe" "--send --"
  ${else}
    !insertmacro csLockPolicyFolder
  ${endIf}
!macroend

; For its notifications, Electron makes a link in the Start menu of each person who uses the app (EnsureShortcut in its
; windows_toast_activator). Only an administrator can remove those of others.
!macro csRemoveToastLinks
  StrCpy $R0 0
  csNextProfile:
    EnumRegKey $R1 HKLM "SOFTWARE\Microsoft\Windows NT\CurrentVersion\ProfileList" $R0
    StrCmp $R1 "" csNoMoreProfiles
    ReadRegStr $R2 HKLM "SOFTWARE\Microsoft\Windows NT\CurrentVersion\ProfileList\$R1" "ProfileImagePath"
    ExpandEnvStrings $R2 $R2
    Delete "$R2\AppData\Roaming\Microsoft\Windows\Start Menu\Programs\Countersign.lnk"
    IntOp $R0 $R0 + 1
    Goto csNextProfile
  csNoMoreProfiles:
!macroend

!macro customUnInstall
  ${ifNot} ${isUpdated}
    !insertmacro csRemove ".pdf"
    !insertmacro csRemove ".docx"
    !insertmacro csRemove ".xlsx"
    DeleteRegKey SHELL_CONTEXT "Software\Classes\Countersign.Document"
    Delete "$SENDTO\Countersign.lnk"
    ; The builder removes its class of connection files, and leaves the ending.
    DeleteRegKey SHELL_CONTEXT "Software\Classes\.countersign"
    Delete "$APPDATA\Microsoft\Windows\Start Menu\Programs\Countersign.lnk"
    ${if} $installMode == "all"
      !insertmacro csRemoveToastLinks
      ; Stays if a policy is in it.
      ReadEnvStr $R0 SystemDrive
      RMDir "$R0\ProgramData\Countersign"
    ${endIf}
    ; The app itself wrote these, for the person who used it.
    DeleteRegKey HKCU "Software\Classes\countersign"
    DeleteRegKey HKCU "Software\Classes\CLSID\{8DE8D448-A612-4CAE-9973-7A084C94575E}"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "app.countersign"
  ${endIf}
!macroend
