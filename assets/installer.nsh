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

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\Countersign.Document" "" "Countersign"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Countersign.Document\shell\open\command" "" '"$appExe" --send -- "%1"'
  !insertmacro csAdd ".pdf"
  !insertmacro csAdd ".docx"
  !insertmacro csAdd ".xlsx"
  ; Windows has no folder "Send to" for all accounts.
  ${ifNot} $installMode == "all"
    CreateShortCut "$SENDTO\Countersign.lnk" "$appExe" "--send --"
  ${endIf}
!macroend

!macro customUnInstall
  ${ifNot} ${isUpdated}
    !insertmacro csRemove ".pdf"
    !insertmacro csRemove ".docx"
    !insertmacro csRemove ".xlsx"
    DeleteRegKey SHELL_CONTEXT "Software\Classes\Countersign.Document"
    Delete "$SENDTO\Countersign.lnk"
    ; The app itself wrote these, for the person who used it.
    DeleteRegKey HKCU "Software\Classes\countersign"
    DeleteRegKey HKCU "Software\Classes\CLSID\{8DE8D448-A612-4CAE-9973-7A084C94575E}"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "app.countersign"
  ${endIf}
!macroend
